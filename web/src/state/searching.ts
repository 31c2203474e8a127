/** Search beyond what the page holds: the ends of long notes, and rows that are not read yet. */

import * as calls from "../api/calls.ts";
import { NotReached } from "../api/client.ts";
import * as board from "./board.ts";
import { foundBeside } from "./viewing.ts";

const ROWS = 200;

let asked: AbortController | undefined;

/** Ask the service for open and completed todos that hold these words, until all were looked at. */
export async function searchService(listId: string, words: string): Promise<void> {
  asked?.abort();
  foundBeside.value = new Set();
  if (words.trim() === "") return;
  asked = new AbortController();
  const { signal } = asked;
  try {
    await Promise.all([find(listId, words, "open", signal), find(listId, words, "completed", signal)]);
  } catch (failure) {
    if (!signal.aborted && !(failure instanceof NotReached)) throw failure;
  }
}

async function find(
  listId: string,
  words: string,
  state: "open" | "completed",
  signal: AbortSignal,
): Promise<void> {
  let cursor: string | undefined;
  do {
    const query = { state, q: words.trim().slice(0, ROWS), limit: ROWS, ...(cursor && { cursor }) };
    const page = await calls.readTodos(listId, query, signal);
    if (signal.aborted) return;
    board.take(listId, page.todos);
    foundBeside.value = new Set([...foundBeside.value, ...page.todos.map(row => row.id)]);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
}
