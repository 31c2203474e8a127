/** Texts of the owner's that could not be saved as they were meant. They stay until the owner decides. */

import { signal } from "@preact/signals";
import type { Todo } from "../api/types.ts";
import type { Fields } from "../rules/edits.ts";
import { drop, keep, keptUnder } from "../store/kept.ts";
import { tell } from "../store/tabs.ts";

export type Dispute =
  /** Somebody else changed the same fields meanwhile. */
  | { kind: "conflict"; listId: string; todoId: string; mine: Fields; theirs: Todo }
  /** The todo was deleted meanwhile. */
  | { kind: "gone"; listId: string; todoId: string; mine: Fields }
  /** The service does not take it. */
  | { kind: "refused"; listId: string; todoId: string; mine: Fields; reason: string };

export const disputes = signal<Dispute[]>([]);

const PREFIX = "dispute ";
const nameOf = (given: Dispute) => PREFIX + given.todoId;

/** Read what this device keeps; each text under a name of its own, since every tab writes its own. */
export async function recallDisputes(): Promise<void> {
  disputes.value = await keptUnder<Dispute>(PREFIX);
}

/** Put it to the owner. What was put before for the same todo stays part of it. */
export function dispute(given: Dispute): void {
  const before = disputes.value.find(each => each.todoId === given.todoId);
  const all = before === undefined ? given : { ...given, mine: { ...before.mine, ...given.mine } };
  disputes.value = [...disputes.value.filter(each => each !== before), all];
  void keep(nameOf(all), all).then(tellTabs);
}

export function settleDispute(given: Dispute): void {
  disputes.value = disputes.value.filter(each => each !== given);
  void drop(nameOf(given)).then(tellTabs);
}

function tellTabs(): void {
  tell("disputes");
}
