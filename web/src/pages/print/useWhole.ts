import { batch, type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import { NotReached, Refused } from "../../api/client.ts";
import type { TodoRow } from "../../api/types.ts";
import { answered } from "../../state/answered.ts";

/** How many are read at the same time. */
const AT_ONCE = 4;
/** How often what has come is shown: each time, the whole list is drawn. */
const SHOWN_MILLISECONDS = 500;

export type Whole = {
  texts: ReadonlySignal<ReadonlyMap<string, TodoRow>>;
  /** How many are still to be read. */
  left: ReadonlySignal<number>;
  trouble: ReadonlySignal<string | undefined>;
};

/** The whole todos behind rows whose title, or notes where they are wanted, are shortened. */
export function useWhole(rows: readonly TodoRow[], withNotes: boolean): Whole {
  const texts = useSignal<ReadonlyMap<string, TodoRow>>(new Map());
  const left = useSignal(0);
  const trouble = useSignal<string | undefined>(undefined);
  const short = rows.filter(row => row.title_shortened || (withNotes && row.notes_shortened));
  useEffect(() => {
    const found = new Map(texts.peek());
    const queue = short.filter(row => (found.get(row.id)?.version ?? -1) < row.version);
    left.value = queue.length;
    if (queue.length === 0) return;
    const leaving = new AbortController();
    let shownAt = Date.now();
    const show = (still: number) =>
      batch(() => {
        texts.value = new Map(found);
        left.value = still;
        trouble.value = undefined;
        shownAt = Date.now();
      });
    const waits = () => (trouble.value = new NotReached().message);
    const work = async () => {
      for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
        const at = row;
        found.set(at.id, await answered(() => read(at), waits, leaving.signal));
        if (leaving.signal.aborted) return;
        if (Date.now() - shownAt > SHOWN_MILLISECONDS) show(queue.length + 1);
      }
    };
    Promise.all(Array.from({ length: AT_ONCE }, work)).then(
      () => leaving.signal.aborted || show(0),
      failure => {
        if (leaving.signal.aborted) return;
        if (!(failure instanceof Refused)) throw failure;
        trouble.value = failure.problem.detail;
      },
    );
    return () => leaving.abort();
  }, [short.map(row => `${row.id} ${row.version}`).join()]);
  return { texts, left, trouble };
}

/** A todo that went meanwhile stays as its row shows it. */
async function read(row: TodoRow): Promise<TodoRow> {
  try {
    return await calls.readTodo(row.list_id, row.id);
  } catch (failure) {
    if (failure instanceof Refused && failure.status === 404) return row;
    throw failure;
  }
}
