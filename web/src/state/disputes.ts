/** Texts of the owner's that could not be saved as they were meant. They stay until the owner decides. */

import { signal } from "@preact/signals";
import type { Todo } from "../api/types.ts";
import type { Fields } from "../rules/edits.ts";
import { keep, kept } from "../store/kept.ts";

export type Dispute =
  /** Somebody else changed the same fields meanwhile. */
  | { kind: "conflict"; listId: string; todoId: string; mine: Fields; theirs: Todo }
  /** The todo was deleted meanwhile. */
  | { kind: "gone"; listId: string; todoId: string; mine: Fields }
  /** The service does not take it. */
  | { kind: "refused"; listId: string; todoId: string; mine: Fields; reason: string };

export const disputes = signal<Dispute[]>([]);

export async function recallDisputes(): Promise<void> {
  disputes.value = (await kept<Dispute[]>("disputes")) ?? [];
}

export function dispute(given: Dispute): void {
  const others = disputes.value.filter(each => each.todoId !== given.todoId);
  set([...others, given]);
}

export function settleDispute(given: Dispute): void {
  set(disputes.value.filter(each => each !== given));
}

function set(all: Dispute[]): void {
  disputes.value = all;
  void keep("disputes", all);
}
