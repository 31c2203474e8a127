/** Edits that outlive the page until they are sent. */

import type { Edit } from "../rules/edits.ts";
import { newName } from "../rules/names.ts";
import { onDevice } from "./database.ts";

/** Names this page among the open ones. A lock of its name is held while it lives, so that others see it does. */
const tab = newName();
const lockOf = (name: string) => `follow-ups page ${name}`;

const places = new Map<string, number>();
let order = 0;

export function liveAsPage(): void {
  void navigator.locks?.request(lockOf(tab), () => new Promise(() => undefined));
}

export async function keepEdit(edit: Edit): Promise<void> {
  const place = places.get(edit.writeId) ?? ++order;
  places.set(edit.writeId, place);
  await onDevice(held => held.put("edits", edit, [tab, place]));
}

/** What is sent in place of another edit keeps its place. */
export async function replaceEdit(former: Edit, edit: Edit): Promise<void> {
  const place = places.get(former.writeId);
  if (place !== undefined) {
    places.delete(former.writeId);
    places.set(edit.writeId, place);
  }
  await keepEdit(edit);
}

export async function dropEdit(edit: Edit): Promise<void> {
  const place = places.get(edit.writeId);
  places.delete(edit.writeId);
  if (place !== undefined) await onDevice(held => held.delete("edits", [tab, place]));
}

/** How many are kept on this device, whichever page they are of. */
export async function countEdits(): Promise<number> {
  return (await onDevice(held => held.count("edits"))) ?? 0;
}

/** Take over what pages left behind that are not there any more, oldest first. */
export async function adoptEdits(): Promise<Edit[]> {
  const locks = await navigator.locks?.query();
  const alive = new Set(locks?.held?.map(each => each.name));
  const found = await onDevice(async held => {
    const left: Edit[] = [];
    const write = held.transaction("edits", "readwrite");
    for (let at = await write.store.openCursor(); at !== null; at = await at.continue()) {
      if (at.key[0] === tab || alive.has(lockOf(at.key[0]))) continue;
      left.push(at.value);
      await at.delete();
    }
    await write.done;
    return left;
  });
  const adopted = (found ?? []).sort((one, other) => one.at.localeCompare(other.at));
  for (const edit of adopted) await keepEdit(edit);
  return adopted;
}
