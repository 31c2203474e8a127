/** What this device keeps: the last known rows of each list, what was not sent yet, drafts. */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Edit } from "../rules/edits.ts";
import type { Row } from "../rules/rows.ts";

interface Kept extends DBSchema {
  /** Small things by name. */
  things: { key: string; value: unknown };
  /** Rows of lists, under list and todo. */
  rows: { key: [listId: string, todoId: string]; value: Row };
  /** Edits that were not sent yet, by the tab that made them and their order in it. */
  edits: { key: [tab: string, order: number]; value: Edit };
}

const NAME = "follow-ups";
const OPENING_MILLISECONDS = 3_000;

let opened: Promise<IDBPDatabase<Kept> | undefined> | undefined;

/** Undefined where the browser keeps nothing, in some private windows: the page works, and forgets. */
export function database(): Promise<IDBPDatabase<Kept> | undefined> {
  opened ??= Promise.race([open().catch(() => undefined), late()]);
  return opened;
}

/** A database that does not open is one that is not there; the page waits no longer for it. */
function late(): Promise<undefined> {
  return new Promise(resolve => setTimeout(resolve, OPENING_MILLISECONDS, undefined));
}

async function open(): Promise<IDBPDatabase<Kept>> {
  return openDB<Kept>(NAME, 1, {
    upgrade(made) {
      made.createObjectStore("things");
      made.createObjectStore("rows");
      made.createObjectStore("edits");
    },
    // A newer page in another tab changes the stores: make room for it.
    blocking() {
      void opened?.then(held => held?.close());
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
}

/** Do something with what this device keeps. A device that cannot read or write is one that keeps nothing. */
export async function onDevice<T>(work: (held: IDBPDatabase<Kept>) => Promise<T>): Promise<T | undefined> {
  const held = await database();
  if (held === undefined) return undefined;
  try {
    return await work(held);
  } catch {
    return undefined;
  }
}

/** Forget everything: whoever signs in here next may be somebody else. */
export async function forgetEverything(): Promise<void> {
  await onDevice(held => wipe(held));
}

/** Forget a former owner, and keep what of the `things` is of whoever signed in after them. */
export async function forgetFormerOwner(kept: string): Promise<void> {
  await onDevice(held => wipe(held, kept));
}

/** In one step: a page that goes meanwhile has forgotten nothing, or all of it. */
async function wipe(held: IDBPDatabase<Kept>, kept?: string): Promise<void> {
  const wiping = held.transaction(["things", "rows", "edits"], "readwrite");
  const things = wiping.objectStore("things");
  const value = kept === undefined ? undefined : await things.get(kept);
  void things.clear();
  void wiping.objectStore("rows").clear();
  void wiping.objectStore("edits").clear();
  if (kept !== undefined && value !== undefined) void things.put(value, kept);
  await wiping.done;
}
