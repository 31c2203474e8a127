/** Asking until an answer comes: a network that comes and goes is nobody's mistake. */

import { NotReached, Refused } from "../api/client.ts";

const FIRST_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 30;

/**
 * The answer to `work`, which is done again for as long as nothing is reached, so it must be safe to repeat.
 * Raises what `work` raises, but for NotReached; and the reason of `leaving` once that is aborted while it waits.
 */
export async function answered<T>(
  work: () => Promise<T>,
  onWait: () => void = () => undefined,
  leaving?: AbortSignal,
): Promise<T> {
  for (let wait = FIRST_WAIT_SECONDS; ; wait = Math.min(wait * 2, LONGEST_WAIT_SECONDS)) {
    try {
      return await work();
    } catch (failure) {
      if (!(failure instanceof NotReached) || leaving?.aborted) throw failure;
      onWait();
      await pause(Math.max(failure.after, wait * (0.75 + Math.random() / 4)), leaving);
    }
  }
}

/** Wait so many seconds, or until the device is online again. */
function pause(seconds: number, leaving?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", end);
      leaving?.removeEventListener("abort", end);
      if (leaving?.aborted) reject(leaving.reason);
      else resolve();
    };
    const timer = setTimeout(end, seconds * 1000);
    globalThis.addEventListener?.("online", end);
    leaving?.addEventListener("abort", end);
  });
}

/** For what is to be ended: one that somebody ended already is as it should be. */
export function unlessGone(failure: unknown): void {
  if (!(failure instanceof Refused) || failure.status !== 404) throw failure;
}
