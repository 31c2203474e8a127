/** What the owner does with whole lists. Each is safe to repeat, and raises Refused and NotReached. */

import * as calls from "../api/calls.ts";
import { Refused } from "../api/client.ts";
import type { List } from "../api/types.ts";
import { lists, takeList, takeLists } from "./account.ts";

const TRIES = 3;

/** Change a list; where somebody changed it meanwhile, on top of that. */
export async function changeList(listId: string, patch: (list: List) => object): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const held = lists.value.find(each => each.id === listId);
    if (held === undefined) return;
    try {
      takeList(await calls.editList(held, patch(held)));
      return;
    } catch (failure) {
      const current = staleAt(failure);
      if (current === undefined || attempt === TRIES) throw failure;
      takeList(current);
    }
  }
}

/** Delete a list, at whatever version it is: what the owner saw of it is not what makes the difference. */
export async function deleteList(listId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const held = lists.value.find(each => each.id === listId);
    if (held === undefined) return;
    try {
      await calls.deleteList(held);
    } catch (failure) {
      const current = staleAt(failure);
      if (current !== undefined && attempt < TRIES) {
        takeList(current);
        continue;
      }
      if (!(failure instanceof Refused) || failure.status !== 404) throw failure;
    }
    takeLists(lists.value.filter(each => each.id !== listId));
    return;
  }
}

/** What the list is now, where a write to it was refused as stale. */
export function staleAt(failure: unknown): List | undefined {
  if (!(failure instanceof Refused) || failure.status !== 412) return undefined;
  return failure.problem.current as List | undefined;
}
