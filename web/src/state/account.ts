/** The owner: whether signed in, the settings, the lists. */

import { batch, computed, signal } from "@preact/signals";
import * as calls from "../api/calls.ts";
import { NotReached, Refused } from "../api/client.ts";
import type { List, Settings } from "../api/types.ts";
import { forgetFormerOwner } from "../store/database.ts";
import { keep, kept, SIGN_IN } from "../store/kept.ts";
import { dropShort, readShort, writeShort } from "../store/short.ts";
import { forgetDrafts } from "./drafts.ts";
import { route } from "./route.ts";

export const settings = signal<Settings | undefined>(undefined);
export const lists = signal<List[]>([]);
/** Whether the lists were read from the service since the page opened. */
export const listsAreFresh = signal(false);
const LAST_LIST = "last-list";

/** The list that was looked at last: kept where the next page finds it at once, however soon it comes. */
const last = signal(readShort(LAST_LIST) ?? undefined);

/** The list that the page is about: the one in the address, else the last one, else the first. */
export const currentList = computed<List | undefined>(() => {
  const at = route.value;
  const named = "listId" in at ? at.listId : undefined;
  const wanted = named ?? last.value;
  return lists.value.find(each => each.id === wanted) ?? (named === undefined ? lists.value[0] : undefined);
});

export const timeZone = computed(
  () => settings.value?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
);

export function preference<T extends string | number | boolean>(name: string, otherwise: T): T {
  const value = settings.value?.preferences[name];
  return typeof value === typeof otherwise ? (value as unknown as T) : otherwise;
}

/** What this device knew when it was last here. */
export async function recallAccount(): Promise<void> {
  const [mine, all] = await Promise.all([kept<Settings>("settings"), kept<List[]>("lists")]);
  batch(() => {
    settings.value ??= mine;
    if (lists.value.length === 0) lists.value = all ?? [];
  });
}

/** Read settings and lists. Raises Refused where nobody is signed in; does nothing where nothing is reached. */
export async function readAccount(): Promise<void> {
  try {
    const [mine, all] = await Promise.all([calls.readSettings(), calls.readLists()]);
    await forgetAnother(mine);
    takeSettings(mine);
    takeLists(all);
    listsAreFresh.value = true;
    await settleZone(mine);
  } catch (failure) {
    if (!(failure instanceof NotReached)) throw failure;
  }
}

/** What this device holds may be of whoever signed in here before, and ended without signing out. */
async function forgetAnother(mine: Settings): Promise<void> {
  if (settings.value === undefined || settings.value.created_at === mine.created_at) return;
  forgetDrafts();
  dropShort(LAST_LIST);
  await forgetFormerOwner(SIGN_IN);
  settings.value = undefined;
}

/** Nobody chose a zone yet: days begin and end where the owner is. */
async function settleZone(mine: Settings): Promise<void> {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (mine.version !== 1 || mine.time_zone !== "UTC" || here === "UTC") return;
  // A browser may know a zone by a name that the service does not.
  await changeSettings({ time_zone: here }).catch(() => undefined);
}

let forgotten = false;

/** The owner signs out: what is still on its way is not kept here any more. */
export function forgetAccount(): void {
  forgotten = true;
  dropShort(LAST_LIST);
}

function keepOwned(name: string, value: unknown): void {
  if (!forgotten) void keep(name, value);
}

export function takeSettings(given: Settings): void {
  if (settings.value && given.version < settings.value.version) return;
  settings.value = given;
  keepOwned("settings", given);
}

export function takeLists(given: List[]): void {
  lists.value = given;
  keepOwned("lists", given);
}

export function takeList(given: List): void {
  const others = lists.value.filter(each => each.id !== given.id);
  takeLists([...others, given].sort((one, other) => one.created_at.localeCompare(other.created_at)));
}

export function rememberList(listId: string): void {
  last.value = listId;
  if (!forgotten) writeShort(LAST_LIST, listId);
}

/** Change settings; where somebody changed them meanwhile, on top of that. Raises Refused, NotReached. */
export async function changeSettings(patch: object): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const held = settings.value ?? (await calls.readSettings());
    try {
      takeSettings(await calls.editSettings(patch, held.version));
      return;
    } catch (failure) {
      if (!(failure instanceof Refused) || failure.status !== 412 || attempt >= 2) throw failure;
      takeSettings(failure.problem.current as Settings);
    }
  }
}

export const prefer = (name: string, value: string | number | boolean | null) =>
  changeSettings({ preferences: { [name]: value } });
