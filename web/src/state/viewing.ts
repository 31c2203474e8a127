/** How the open list is looked at. Nothing of this changes the list. */

import { computed, effect, signal } from "@preact/signals";
import { agenda, type Group } from "../rules/agenda.ts";
import { isProposed, type Row } from "../rules/rows.ts";
import { SORTS, type View, view } from "../rules/views.ts";
import { readShort, writeShort } from "../store/short.ts";
import { timeZone } from "./account.ts";
import { boardList, openRows } from "./board.ts";
import { now } from "./clock.ts";

const EVERYTHING: View = { sort: "mine", filter: "all", words: "" };
/** How lists were sorted last: kept on this device, and the same for each. */
const SORT = "sort";

function everything(): View {
  const kept = readShort(SORT);
  return { ...EVERYTHING, sort: SORTS.find(each => each === kept) ?? "mine" };
}

export const viewing = signal<View>(everything());
/** What the service found besides, in notes that the page has only the head of. */
export const foundBeside = signal<Set<string>>(new Set());

export const isNarrowed = computed(() => {
  const { filter, repository, session, words } = viewing.value;
  return filter !== "all" || repository !== undefined || session !== undefined || words.trim() !== "";
});

const viewed = computed<{ rows: Row[]; groups?: Group[] }>(() => {
  const all = view(openRows.value, viewing.value, now.value, foundBeside.value);
  // What waits for a yes stands in a place of its own, unless something is looked for.
  const rows = isNarrowed.value ? all : all.filter(row => !isProposed(row));
  return viewing.value.sort === "agenda" ? agenda(rows, timeZone.value, now.value) : { rows };
});

/** The open todos as they are looked at, in that order. */
export const viewedRows = computed<Row[]>(() => viewed.value.rows);

/** In which group of the agenda each of them stands; undefined where they are looked at otherwise. */
export const viewedGroups = computed<Group[] | undefined>(() => viewed.value.groups);

export function look(change: Partial<View>): void {
  viewing.value = { ...viewing.value, ...change };
  if (change.sort !== undefined) writeShort(SORT, change.sort);
}

export function lookAtEverything(): void {
  viewing.value = { ...EVERYTHING, sort: viewing.value.sort };
}

let of: string | undefined;
effect(() => {
  if (boardList.value === of) return;
  of = boardList.value;
  viewing.value = everything();
  foundBeside.value = new Set();
});
