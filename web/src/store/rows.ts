/** The last known rows of each list, and how far back they are known to be complete. */

import type { Row } from "../rules/rows.ts";
import { database } from "./database.ts";
import { drop, keep, kept } from "./kept.ts";

/** A whole list was read, and all changes up to this position of its log. */
export const keepPosition = (listId: string, position: string) => keep(`position ${listId}`, position);
export const keptPosition = (listId: string) => kept<string>(`position ${listId}`);

const SLICE = 1_000;

/** The rows of a list, a slice at a time, so that a long list does not hold the page up. */
export async function* keptRows(listId: string): AsyncGenerator<Row[]> {
  const held = await database();
  let after: IDBKeyRange = IDBKeyRange.bound([listId], [listId, []]);
  while (held !== undefined) {
    const rows = await held.getAll("rows", after, SLICE);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) return;
    after = IDBKeyRange.bound([listId, last.id], [listId, []], true);
  }
}

/** Write down rows that changed, and forget those that left the list. */
export async function keepRows(
  listId: string,
  changed: Iterable<Row>,
  gone: Iterable<string>,
): Promise<void> {
  const held = await database();
  if (held === undefined) return;
  const write = held.transaction("rows", "readwrite", { durability: "relaxed" });
  for (const row of changed) void write.store.put(row, [listId, row.id]);
  for (const id of gone) void write.store.delete([listId, id]);
  await write.done;
}

/** Forget the rows of a list that is not there any more, or has to be read anew. */
export async function forgetRows(listId: string): Promise<void> {
  await drop(`position ${listId}`);
  await (await database())?.delete("rows", IDBKeyRange.bound([listId], [listId, []]));
}
