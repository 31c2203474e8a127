/** The completed todos of the open list, read when somebody looks at them. */

import { effect, signal } from "@preact/signals";
import * as calls from "../api/calls.ts";
import { NotReached } from "../api/client.ts";
import * as board from "./board.ts";

const ROWS = 100;

/** Whether all completed ones are there, more can be had, or some are on their way. */
export const completedState = signal<"unread" | "reading" | "more" | "all">("unread");

let cursor: string | undefined;
let of: string | undefined;

effect(() => {
  if (board.boardList.value === of) return;
  of = board.boardList.value;
  cursor = undefined;
  completedState.value = "unread";
});

/** Read the next page. */
export async function readCompleted(): Promise<void> {
  const listId = board.boardList.value;
  if (listId === undefined || completedState.value === "reading" || completedState.value === "all") return;
  const before = completedState.value;
  completedState.value = "reading";
  try {
    const page = await calls.readTodos(listId, {
      state: "completed",
      limit: ROWS,
      ...(cursor && { cursor }),
    });
    if (listId !== board.boardList.value) return;
    board.take(listId, page.todos);
    cursor = page.next_cursor;
    completedState.value = cursor === undefined ? "all" : "more";
  } catch (failure) {
    completedState.value = before;
    if (!(failure instanceof NotReached)) throw failure;
  }
}

/** Read all that were completed since an instant or a date, for counting. */
export async function wantCompleted(since: string): Promise<void> {
  const listId = board.boardList.value;
  let next: string | undefined;
  do {
    if (listId === undefined || listId !== board.boardList.value) return;
    const query = {
      state: "completed" as const,
      limit: 200,
      completed_since: since,
      ...(next && { cursor: next }),
    };
    const page = await calls.readTodos(listId, query);
    board.take(listId, page.todos);
    next = page.next_cursor;
  } while (next !== undefined);
}
