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

type Left = { tab: string; place: number; edit: Edit };

/** Take over what pages left behind that are not there any more: in one step, so that a page that goes loses none. */
export async function adoptEdits(): Promise<Edit[]> {
  const locks = await navigator.locks?.query();
  const alive = new Set(locks?.held?.map(each => each.name));
  const found = await onDevice(async held => {
    const left: Left[] = [];
    const write = held.transaction("edits", "readwrite");
    for (let at = await write.store.openCursor(); at !== null; at = await at.continue()) {
      const [from, place] = at.key;
      if (from !== tab && !alive.has(lockOf(from))) left.push({ tab: from, place, edit: at.value });
    }
    const adopted = inTurn(left);
    for (const each of adopted) {
      const place = ++order;
      places.set(each.edit.writeId, place);
      void write.store.delete([each.tab, each.place]);
      void write.store.put(each.edit, [tab, place]);
    }
    await write.done;
    return adopted.map(each => each.edit);
  });
  return found ?? [];
}

/** The edits of a page in the order it made them, the pages by when they began: a clock may be set back meanwhile. */
export function inTurn(left: readonly Left[]): Left[] {
  const began = new Map<string, string>();
  for (const { tab: from, edit } of left) {
    const first = began.get(from);
    if (first === undefined || edit.at < first) began.set(from, edit.at);
  }
  const by = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
  return [...left].sort(
    (one, other) =>
      by(began.get(one.tab) ?? "", began.get(other.tab) ?? "") ||
      by(one.tab, other.tab) ||
      one.place - other.place,
  );
}
