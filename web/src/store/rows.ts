/** The last known rows of each list, and how far back they are known to be complete. */

import type { Row } from "../rules/rows.ts";
import { onDevice } from "./database.ts";
import { keep, kept } from "./kept.ts";

/** A whole list was read, and all changes up to this position of its log. */
export const keepPosition = (listId: string, position: string) => keep(`position ${listId}`, position);
export const keptPosition = (listId: string) => kept<string>(`position ${listId}`);

const SLICE = 1_000;

/** The rows of a list, a slice at a time, so that a long list does not hold the page up. */
export async function* keptRows(listId: string): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const after = last === undefined ? [listId] : [listId, last.id];
    const isMore = last !== undefined;
    const rows: Row[] =
      (await onDevice(held => held.getAll("rows", IDBKeyRange.bound(after, [listId, []], isMore), SLICE))) ??
      [];
    yield rows;
    last = rows.length < SLICE ? undefined : rows.at(-1);
  } while (last !== undefined);
}

/** Write down rows that changed, and forget those that left the list. */
export async function keepRows(
  listId: string,
  changed: Iterable<Row>,
  gone: Iterable<string>,
): Promise<void> {
  await onDevice(async held => {
    const write = held.transaction("rows", "readwrite", { durability: "relaxed" });
    for (const row of changed) void write.store.put(row, [listId, row.id]);
    for (const id of gone) void write.store.delete([listId, id]);
    await write.done;
  });
}
