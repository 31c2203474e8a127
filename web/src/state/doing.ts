/** What the owner can do with todos. Each shows at once; the way back is offered where there is one. */

import type { Due } from "../api/types.ts";
import { dueParts } from "../rules/dues.ts";
import type { Action, Does, Edit, Fields } from "../rules/edits.ts";
import { newName } from "../rules/names.ts";
import { occurrenceOf } from "../rules/occurrences.ts";
import { isOpen, type Row } from "../rules/rows.ts";
import { fieldOf } from "../rules/settling.ts";
import { timeZone } from "./account.ts";
import * as board from "./board.ts";
import { now } from "./clock.ts";
import { notify } from "./notices.ts";
import { enqueue } from "./sending.ts";
import { undoable } from "./undo.ts";

const SHOWN_TITLE = 40;

type Parameters = { to_list?: string; repository?: string; answer?: string };
/** What an edit is made from: a row, or where the todo went. */
type Made = Pick<Row, "id" | "list_id" | "version" | "due" | "repeat">;

export type NewTodo = {
  title: string;
  notes?: string;
  starred?: boolean;
  due?: Due;
  repeat?: { rrule: string };
  repository?: string;
};

/** Answers the id that the todo has until the service gives it one. */
export function add(listId: string, given: NewTodo): string {
  const id = newName();
  enqueue([edit({ id, list_id: listId, version: 0 }, { kind: "add", ...given })]);
  return id;
}

/** Change fields; only those that differ are sent. */
export function change(row: Row, fields: Fields): void {
  const was: Fields = {};
  const fresh: Fields = {};
  for (const name of Object.keys(fields) as (keyof Fields)[]) {
    const before = fieldOf(row, name);
    if (JSON.stringify(before) === JSON.stringify(fields[name])) continue;
    Object.assign(was, { [name]: before });
    Object.assign(fresh, { [name]: fields[name] });
  }
  if (Object.keys(fresh).length > 0) enqueue([edit(row, { kind: "patch", fields: fresh, was })]);
}

export function star(rows: readonly Row[], starred: boolean): void {
  for (const row of rows) change(row, { starred });
}

/** One that repeats is due again, and stays open. */
export function complete(rows: readonly Row[]): void {
  const open = rows.filter(isOpen);
  if (open.length === 0) return;
  act(open, "complete");
  undoable(`Completed ${named(open)}`, () => act(current(open), "reopen"), { more: again(open) });
}

/** Leave this occurrence of a repeating todo out. */
export function skip(row: Row): void {
  act([row], "skip");
  undoable(`Skipped ${named([row])}`, () => act(current([row]), "reopen"), { more: again([row]) });
}

/** What was just rolled forward stands where it stood before. */
export function takeBack(row: Row): void {
  act([row], "reopen");
  notify({ text: `Taken back: ${named([row])}` });
}

function again(rows: readonly Row[]): string {
  const [only] = current(rows);
  if (rows.length !== 1 || only?.repeat === undefined || !isOpen(only)) return "";
  return `. Next: ${dueParts(only, timeZone.value, now.value)?.text}`;
}

export function reopen(rows: readonly Row[]): void {
  act(rows, "reopen");
  undoable(`Reopened ${named(rows)}`, () => act(current(rows), "complete"));
}

export function remove(rows: readonly Row[]): void {
  act(rows, "delete");
  undoable(`Deleted ${named(rows)}`, () => act(current(rows), "restore"));
}

export function move(rows: readonly Row[], toList: string, listName: string): void {
  const from = rows[0]?.list_id;
  act(rows, "move", { to_list: toList });
  undoable(`Moved ${named(rows)} to ${listName}`, () => {
    const there = current(rows).map(row => ({ ...row, list_id: toList }));
    if (from !== undefined) act(there, "move", { to_list: from });
  });
}

export function assign(rows: readonly Row[], repository: string): void {
  act(rows, "assign", { repository });
  undoable(`Assigned ${named(rows)} to ${repository}`, () => {
    const were = rows.filter(row => row.origin !== undefined);
    for (const row of were) act(current([row]), "assign", { repository: row.origin?.repository ?? "" });
    const own = current(rows.filter(row => row.origin === undefined));
    if (own.length > 0) act(own, "unassign");
  });
}

export function unassign(rows: readonly Row[]): void {
  act(rows, "unassign");
  undoable(`Kept ${named(rows)} for yourself`, () => {
    for (const row of rows) act(current([row]), "assign", { repository: row.origin?.repository ?? "" });
  });
}

/** Of what the page showed: each goes with the version that was seen. */
export function accept(rows: readonly Row[]): void {
  act(rows, "accept");
  notify({ text: `Accepted ${named(rows)}` });
}

export function dismiss(rows: readonly Row[]): void {
  act(rows, "dismiss");
  undoable(`Dismissed ${named(rows)}`, () => act(current(rows), "restore"));
}

export function returnToDrain(rows: readonly Row[], answer?: string): void {
  act(rows, "return-to-drain", answer ? { answer } : {});
  notify({ text: `Returned ${named(rows)} to the drain` });
}

export type Place = { before?: string; after?: string; order: string };

/** Put each where it is told; `back` puts them where they were. */
export function place(
  places: readonly (readonly [Row, Place])[],
  back: readonly (readonly [Row, Place])[],
): void {
  putInPlace(places);
  undoable(`Moved ${named(places.map(([row]) => row))}`, () =>
    putInPlace(back.map(([row, to]) => [current([row])[0] ?? row, to])),
  );
}

function putInPlace(places: readonly (readonly [Row, Place])[]): void {
  enqueue(places.map(([row, to]) => edit(row, { kind: "place", ...to })));
}

function act(rows: readonly Made[], action: Action, parameters: Parameters = {}): void {
  const group = rows.length > 1 ? newName() : undefined;
  enqueue(
    rows.map(row => ({
      ...edit(row, { kind: "act", action, ...parameters, ...occurrenceFor(row) }),
      ...(group && { group }),
    })),
  );
}

function occurrenceFor({ due, repeat }: Made): { occurrence?: string } {
  return due && repeat ? { occurrence: occurrenceOf(due) } : {};
}

function edit(row: Made, does: Does): Edit {
  const { id, list_id, version } = row;
  return {
    writeId: newName(),
    listId: list_id,
    todoId: id,
    version,
    at: new Date().toISOString(),
    does,
  };
}

/** The rows as they are by now. */
function current(rows: readonly Row[]): Row[] {
  return rows.map(
    row => board.rowNow(row.id) ?? { ...row, version: Math.max(row.version, board.versionHeld(row.id)) },
  );
}

function named(rows: readonly Row[]): string {
  const [first, ...rest] = rows;
  if (first === undefined) return "nothing";
  if (rest.length > 0) return `${rows.length} todos`;
  const title = [...first.title];
  return `“${title.length > SHOWN_TITLE ? `${title.slice(0, SHOWN_TITLE).join("").trimEnd()}…` : first.title}”`;
}
