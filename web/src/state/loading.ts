/** Brings the rows of the open list: from this device at once, from the service whole or only what changed. */

import { signal } from "@preact/signals";
import * as calls from "../api/calls.ts";
import { NotReached, Refused } from "../api/client.ts";
import type { Change, TodoRow } from "../api/types.ts";
import { keptPosition, keptRows } from "../store/rows.ts";
import * as board from "./board.ts";

const FIRST_ROWS = 60;
const ROWS = 200;
const AT_ONCE = 6;
/** Beyond this many changes a whole reading costs less. */
const MOST_CHANGES = 90;

/** Whether the last try to read found nobody. */
export const unread = signal(false);

let opening = 0;
let position: string | undefined;
let reading: Promise<void> | undefined;
let again = false;

/** Show this list. What came of a list that is left meanwhile is dropped. */
export async function openBoard(listId: string): Promise<void> {
  if (board.boardList.value === listId) return;
  const mine = ++opening;
  position = undefined;
  board.clearBoard(listId);
  // Before the rows: another tab may move both on meanwhile, and what is read twice does no harm.
  const kept = await keptPosition(listId);
  for await (const rows of keptRows(listId)) {
    if (mine !== opening) return;
    board.take(listId, rows, "device");
    if (rows.length > 0) board.held.value = "some";
  }
  if (mine !== opening) return;
  position = kept;
  if (kept !== undefined) board.held.value = "all";
  await readMissed();
}

/** Close the board: nobody is signed in any more, or the list is gone. */
export function closeBoard(): void {
  opening += 1;
  position = undefined;
  board.clearBoard(undefined);
}

/** Read what changed since the last reading, or everything. Calls that come meanwhile are one more reading. */
export function readMissed(): Promise<void> {
  if (reading !== undefined) {
    again = true;
    return reading;
  }
  reading = readOn().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function readOn(): Promise<void> {
  let anew = false;
  do {
    again = false;
    const listId = board.boardList.value;
    if (listId === undefined) return;
    const mine = opening;
    try {
      if (position === undefined) await readAll(listId, mine);
      await readChanges(listId, mine);
      unread.value = false;
    } catch (failure) {
      if (failure instanceof NotReached) unread.value = true;
      else if (failure instanceof Refused && failure.status === 410 && !anew) {
        // The log no longer reaches back that far. What is read whole now begins where the log is.
        anew = true;
        position = undefined;
        again = true;
      } else if (failure instanceof Refused) unread.value = false;
      else throw failure;
    }
    again ||= mine !== opening;
  } while (again);
}

async function readAll(listId: string, mine: number): Promise<void> {
  const before = board.openVersions();
  const { position: start } = await calls.readChanges(listId, undefined, false);
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const limit = cursor === undefined ? FIRST_ROWS : ROWS;
    const page = await calls.readTodos(listId, { state: "open", limit, ...(cursor && { cursor }) });
    if (mine !== opening) return;
    for (const row of page.todos) seen.add(row.id);
    board.take(listId, page.todos);
    if (board.held.value === "nothing") board.held.value = "some";
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  board.keepOnly(seen, before);
  board.held.value = "all";
  position = start;
}

async function readChanges(listId: string, mine: number): Promise<void> {
  let exact = false;
  for (;;) {
    if (mine !== opening || position === undefined) return;
    const found = await calls.readChanges(listId, position, exact);
    if (mine !== opening) return;
    const wanted = missed(found.changes);
    if (wanted.length > MOST_CHANGES) {
      position = undefined;
      await readAll(listId, mine);
      continue;
    }
    await takeChanges(listId, wanted);
    if (mine !== opening) return;
    position = found.position;
    board.completeUpTo(found.position);
    if (!found.more) return;
    exact = true;
  }
}

/** The last change of each todo that the page does not have yet. */
function missed(changes: readonly Change[]): Change[] {
  const last = new Map<string, Change>();
  for (const change of changes) {
    if ((last.get(change.id)?.version ?? 0) <= change.version) last.set(change.id, change);
  }
  return [...last.values()].filter(each => each.deleted || each.version > board.versionHeld(each.id));
}

/** Changes as the log or a live message tells them; a row that does not come along is fetched. */
export async function takeChanges(
  listId: string,
  changes: readonly (Change & { todo?: TodoRow })[],
): Promise<void> {
  for (const change of changes) if (change.deleted) board.takeGone(listId, change.id, change.version);
  board.take(
    listId,
    changes.flatMap(each => (each.todo && !each.deleted ? [each.todo] : [])),
  );
  const absent = changes.filter(each => !each.deleted && each.version > board.versionHeld(each.id));
  for (let at = 0; at < absent.length; at += AT_ONCE) {
    await Promise.all(absent.slice(at, at + AT_ONCE).map(each => fetchOne(listId, each)));
  }
}

async function fetchOne(listId: string, change: Change): Promise<void> {
  try {
    board.take(listId, [await calls.readTodo(listId, change.id)]);
  } catch (failure) {
    if (!(failure instanceof Refused) || failure.status !== 404) throw failure;
    board.takeGone(listId, change.id, change.version);
  }
}

/** Learn what repositories are called now: rows that come by the socket know the name they were filed under. */
export async function readNames(listId: string): Promise<void> {
  const names = new Map<string, string>();
  for (const each of await calls.readRepositories(listId)) {
    for (const former of each.former_names) names.set(former.toLowerCase(), each.name);
  }
  if (listId === board.boardList.value) board.nameRepositories(names);
}
