/** How a page asks the service: for what it shows, and for what the owner wants done. */

import { batch, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Refused } from "../api/client.ts";
import { answered } from "../state/answered.ts";

const NOT_REACHED = "The service cannot be reached. It is tried again by itself.";

export type Loaded<T> = {
  /** Undefined until it is there. */
  value: ReadonlySignal<T | undefined>;
  trouble: ReadonlySignal<string | undefined>;
  /** Whether it is asked for just now, or waits to be. */
  busy: ReadonlySignal<boolean>;
  again: () => void;
  /** Put what the page knows to have come of a change. */
  put: (value: T) => void;
};

/** Loads when the component appears, or once it is wanted: one that may come to show something else is given a key. */
export function useLoaded<T>(load: () => Promise<T>, isWanted = true): Loaded<T> {
  const value = useSignal<T | undefined>(undefined);
  const trouble = useSignal<string | undefined>(undefined);
  const busy = useSignal(isWanted);
  const round = useSignal(0);
  useEffect(() => {
    busy.value = isWanted;
    if (!isWanted) return;
    const leaving = new AbortController();
    trouble.value = undefined;
    const end = (come: T | undefined, words: string | undefined) =>
      batch(() => {
        if (come !== undefined) value.value = come;
        trouble.value = words;
        busy.value = false;
      });
    answered(load, () => (trouble.value = NOT_REACHED), leaving.signal).then(
      come => leaving.signal.aborted || end(come, undefined),
      failure => {
        if (leaving.signal.aborted) return;
        if (!(failure instanceof Refused)) throw failure;
        end(undefined, failure.problem.detail);
      },
    );
    return () => leaving.abort();
  }, [round.value, isWanted]);
  return { value, trouble, busy, again: () => (round.value += 1), put: given => (value.value = given) };
}

export type Work = {
  busy: ReadonlySignal<boolean>;
  trouble: ReadonlySignal<string | undefined>;
  /** Do it once, however often it is asked for meanwhile. It is asked again until an answer comes: safe to repeat. */
  once: (work: () => Promise<void>) => Promise<void>;
  /** Do it after what is being done; of several that wait, the last is meant. */
  latest: (work: () => Promise<void>) => Promise<void>;
};

export function useWork(): Work {
  const busy = useSignal(false);
  const trouble = useSignal<string | undefined>(undefined);
  const next = useRef<(() => Promise<void>) | undefined>(undefined);
  const once = async (work: () => Promise<void>) => {
    if (busy.peek()) return;
    busy.value = true;
    trouble.value = undefined;
    try {
      await answered(work, () => (trouble.value = NOT_REACHED));
      trouble.value = undefined;
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      trouble.value = failure.problem.detail;
    } finally {
      busy.value = false;
    }
    const following = next.current;
    next.current = undefined;
    if (following) await once(following);
  };
  const latest = async (work: () => Promise<void>) => {
    if (busy.peek()) next.current = work;
    else await once(work);
  };
  return { busy, trouble, once, latest };
}
