/** The rows of the list that is open: what the service confirmed, with the owner's unsent edits on it. */

import { computed, signal } from "@preact/signals";
import type { Todo } from "../api/types.ts";
import { applied } from "../rules/edits.ts";
import { byCompletion, byOrder, isOpen, newer, type Row } from "../rules/rows.ts";
import { keepPosition, keepRows } from "../store/rows.ts";
import { timeZone } from "./account.ts";
import { edits } from "./sending.ts";

/** The list that the rows are of. */
export const boardList = signal<string | undefined>(undefined);
/** How much of it is there: "some" is enough to show, "all" enough to say that something is not there. */
export const held = signal<"nothing" | "some" | "all">("nothing");

const confirmed = new Map<string, Row>();
/** Todos that left the list, with the version that they left at: an older row of one must not bring it back. */
const gone = new Map<string, number>();
/** Ids that rows had before the service gave them one: what is on the screen keeps its place. */
const formerIds = new Map<string, string>();
const givenIds = new Map<string, string>();
const changed = signal(0);

/** What each row's repository is called now, by the folded name that it was filed under. */
const repositoryNames = signal(new Map<string, string>());

export const shown = computed<{ byId: Map<string, Row> }>(() => {
  void changed.value;
  const mine = edits.value.filter(each => each.listId === boardList.value);
  if (mine.length === 0) return { byId: confirmed };
  const byId = new Map(confirmed);
  for (const edit of mine) {
    const given = givenIds.get(edit.todoId);
    const id = given !== undefined && byId.has(given) ? given : edit.todoId;
    const row = applied(byId.get(id), edit, timeZone.value);
    if (row === undefined) byId.delete(id);
    else byId.set(id, row);
  }
  return { byId };
});

const parted = computed<{ open: Row[]; completed: Row[] }>(() => {
  const open: Row[] = [];
  const completed: Row[] = [];
  for (const row of shown.value.byId.values()) {
    if (row.deleted_at !== undefined) continue;
    (row.completed_at === undefined ? open : completed).push(row);
  }
  return { open: open.sort(byOrder), completed: completed.sort(byCompletion) };
});

/** In the owner's order. */
export const openRows = computed<Row[]>(() => parted.value.open);

/** Those that the page has, newest first. */
export const completedRows = computed<Row[]>(() => parted.value.completed);

export function rowOf(todoId: string): Row | undefined {
  return shown.value.byId.get(todoId);
}

/** The same, by whichever id the page knew it under: one that was just added has another by now. */
export function rowNow(todoId: string): Row | undefined {
  return rowOf(todoId) ?? rowOf(givenIds.get(todoId) ?? todoId);
}

/** What a row is known by on the screen; the same before and after the service has given it its id. */
export function keyOf(row: Row): string {
  return formerIds.get(row.id) ?? row.id;
}

export function versionHeld(todoId: string): number {
  return Math.max(confirmed.get(todoId)?.version ?? 0, gone.get(todoId) ?? 0);
}

export function clearBoard(listId: string | undefined): void {
  confirmed.clear();
  gone.clear();
  formerIds.clear();
  givenIds.clear();
  unkept.clear();
  unkeptPosition = undefined;
  repositoryNames.value = new Map();
  boardList.value = listId;
  held.value = "nothing";
  changed.value += 1;
}

/** Take rows of this list, from wherever they come, in whatever order: the newer one of each stays. */
export function take(listId: string, rows: Iterable<Row>, from: "service" | "device" = "service"): void {
  if (listId !== boardList.value) return;
  for (const row of rows) {
    if (row.list_id !== listId) leave(row.id, row.version);
    else if (row.version > (gone.get(row.id) ?? -1)) {
      gone.delete(row.id);
      if (from === "service" && !confirmed.has(row.id)) recognise(row);
      const kept = newer(confirmed.get(row.id), named(row));
      if (kept === confirmed.get(row.id)) continue;
      confirmed.set(row.id, kept);
      if (from === "service") unkept.add(row.id);
    }
  }
  bump();
}

/** What was just added here may come by the socket before its answer does: it is the same row, not a second one. */
function recognise(row: Row): void {
  if (formerIds.has(row.id)) return;
  const added = edits.value.find(
    ({ does, listId, todoId }) =>
      does.kind === "add" &&
      listId === row.list_id &&
      !givenIds.has(todoId) &&
      does.title.trim() === row.title,
  );
  if (added !== undefined) rename(added.todoId, row.id);
}

function rename(knownAs: string, id: string): void {
  const mistaken = givenIds.get(knownAs);
  if (mistaken !== undefined && mistaken !== id) formerIds.delete(mistaken);
  formerIds.set(id, knownAs);
  givenIds.set(knownAs, id);
}

/** The todo left the list at this version: it was deleted, or moved. */
export function takeGone(listId: string, todoId: string, version: number): void {
  if (listId !== boardList.value) return;
  leave(todoId, version);
  bump();
}

function leave(todoId: string, version: number): void {
  const row = confirmed.get(todoId);
  // What we deleted ourselves is at that version already, and stays for undo.
  if (row !== undefined && (row.version > version || (row.version === version && row.deleted_at))) return;
  if (version >= (gone.get(todoId) ?? 0)) gone.set(todoId, version);
  confirmed.delete(todoId);
  unkept.add(todoId);
}

/** The service's answer to an edit of ours. */
export function takeConfirmed(knownAs: string, todo: Todo): void {
  if (knownAs !== todo.id) rename(knownAs, todo.id);
  const listId = boardList.value;
  if (listId !== undefined && (todo.list_id === listId || confirmed.has(todo.id))) take(listId, [todo]);
}

/** Open rows that a whole reading of the list did not come by are not in it any more. */
export function keepOnly(seen: Set<string>, heldBefore: Map<string, number>): void {
  for (const [id, version] of heldBefore) {
    const row = confirmed.get(id);
    if (row && isOpen(row) && !seen.has(id) && row.version === version) leave(id, version);
  }
  bump();
}

export function openVersions(): Map<string, number> {
  return new Map([...confirmed.values()].filter(isOpen).map(row => [row.id, row.version]));
}

export function nameRepositories(names: Map<string, string>): void {
  repositoryNames.value = names;
  for (const [id, row] of confirmed) confirmed.set(id, named(row));
  bump();
}

function named(row: Row): Row {
  const filed = row.origin?.repository;
  const name = filed === undefined ? undefined : repositoryNames.value.get(filed.toLowerCase());
  return name === undefined || name === filed || !row.origin
    ? row
    : { ...row, origin: { ...row.origin, repository: name } };
}

/** Ids of rows that this device does not have as they are, and how far they make the list complete. */
const unkept = new Set<string>();
let unkeptPosition: string | undefined;
let keeping = false;
const KEEP_MILLISECONDS = 400;
/** Written at once, so that whoever scrolls meanwhile does not feel it. */
const KEPT_AT_ONCE = 100;

function bump(): void {
  changed.value += 1;
  keepSoon(KEEP_MILLISECONDS);
}

/** The rows are complete up to this position of the list's log. It is written down after all of them. */
export function completeUpTo(position: string): void {
  unkeptPosition = position;
  keepSoon(KEEP_MILLISECONDS);
}

function keepSoon(wait: number): void {
  if (keeping) return;
  keeping = true;
  setTimeout(() => void writeDown(), wait);
}

async function writeDown(): Promise<void> {
  const listId = boardList.value;
  const ids = [...unkept].slice(0, KEPT_AT_ONCE);
  for (const id of ids) unkept.delete(id);
  const position = unkept.size === 0 ? unkeptPosition : undefined;
  if (position !== undefined) unkeptPosition = undefined;
  const rows = ids.map(id => confirmed.get(id)).filter((row): row is Row => row !== undefined && isOpen(row));
  const staying = new Set(rows.map(row => row.id));
  if (listId !== undefined) {
    if (ids.length > 0)
      await keepRows(
        listId,
        rows,
        ids.filter(id => !staying.has(id)),
      );
    if (position !== undefined) await keepPosition(listId, position);
  }
  keeping = false;
  if (unkept.size > 0 || unkeptPosition !== undefined) keepSoon(0);
}
