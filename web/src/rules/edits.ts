/** What the owner did and the service has not confirmed yet: shown at once, sent in order, kept over a reload. */

import type { Due } from "../api/types.ts";
import { nextDue, occurrenceOf } from "./occurrences.ts";
import { isOpen, type Row } from "./rows.ts";

/** The fields that are edited; null clears. */
export type Fields = {
  title?: string;
  notes?: string;
  starred?: boolean;
  due?: Due | null;
  repeat?: { rrule: string } | null;
};

export type Action =
  | "complete"
  | "skip"
  | "reopen"
  | "delete"
  | "restore"
  | "move"
  | "assign"
  | "unassign"
  | "accept"
  | "dismiss"
  | "return-to-drain";

export type Does =
  | {
      kind: "add";
      title: string;
      notes?: string;
      starred?: boolean;
      due?: Due;
      repeat?: { rrule: string };
      repository?: string;
    }
  | { kind: "patch"; fields: Fields; was: Fields }
  | { kind: "place"; before?: string; after?: string; order: string }
  | {
      kind: "act";
      action: Action;
      to_list?: string;
      repository?: string;
      answer?: string;
      /** Which occurrence of a repeating todo it was done to: that one, and no other. */
      occurrence?: string;
    };

export type Edit = {
  /** Names the write; the same edit is sent under it however often. */
  writeId: string;
  listId: string;
  todoId: string;
  /** What it was made from. */
  version: number;
  /** When, by the clock of this device; for showing only. */
  at: string;
  /** What was done to several todos at once is sent at once. */
  group?: string;
  does: Does;
};

/** The row as it looks with this edit on it; `zone` is the owner's. Undefined: it is not in this list any more. */
export function applied(row: Row | undefined, edit: Edit, zone: string): Row | undefined {
  const does = edit.does;
  if (does.kind === "add") return row ?? added(edit, does);
  if (row === undefined) return undefined;
  switch (does.kind) {
    case "patch":
      return patched(row, does.fields);
    case "place":
      return { ...row, order: does.order };
    case "act":
      return acted(row, does, edit.at, zone);
  }
}

function added(edit: Edit, does: Does & { kind: "add" }): Row {
  return {
    id: edit.todoId,
    list_id: edit.listId,
    title: does.title,
    notes: does.notes ?? "",
    starred: does.starred ?? false,
    ...(does.due && { due: does.due }),
    ...(does.due && does.repeat && { repeat: { ...does.repeat, anchor: occurrenceOf(does.due) } }),
    ...(does.repository && { origin: { repository: does.repository, proposed: false } }),
    // Behind every key that the service makes: the foot of the list.
    order: `~${edit.at}`,
    version: 0,
    created_at: edit.at,
    updated_at: edit.at,
  };
}

function patched(row: Row, fields: Fields): Row {
  const { due, repeat, ...rest } = fields;
  const next: Row = { ...row, ...rest };
  if (due !== undefined) {
    delete next.due_at;
    delete next.repeat;
    if (due === null || row.due === undefined || occurrenceOf(due) !== occurrenceOf(row.due))
      delete next.snoozed_until;
    if (due === null) delete next.due;
    else {
      next.due = due;
      if (row.repeat) next.repeat = { ...row.repeat, anchor: anchorMoved(row, due) };
    }
  }
  if (repeat === null || next.due === undefined) delete next.repeat;
  else if (repeat !== undefined && repeat.rrule !== next.repeat?.rrule) {
    next.repeat = { ...repeat, anchor: occurrenceOf(next.due) };
  }
  if (fields.title !== undefined) delete next.title_shortened;
  if (fields.notes !== undefined) delete next.notes_shortened;
  return next;
}

/** Where a repeat is counted from once the due was set by hand; a day that stays is still the anchor's. */
function anchorMoved({ due, repeat }: Row, to: Due): string {
  const [day, clock] = occurrenceOf(to).split("T");
  const stays = due !== undefined && occurrenceOf(due).slice(0, 10) === day;
  const from = stays ? repeat?.anchor.slice(0, 10) : day;
  return clock === undefined ? `${from}` : `${from}T${clock}`;
}

function acted(row: Row, does: Does & { kind: "act" }, at: string, zone: string): Row | undefined {
  const { claim: _ended, ...free } = row;
  switch (does.action) {
    case "complete":
    case "skip":
      // What the service has done already comes by the socket, too, and may come before its answer.
      if (does.occurrence !== undefined && row.due && occurrenceOf(row.due) !== does.occurrence) return row;
      return rolled(free, at, zone, does.action) ?? { ...free, completed_at: row.completed_at ?? at };
    case "reopen":
      return isOpen(row) ? rolledBack(row) : without(row, "completed_at");
    case "delete":
    case "dismiss":
      return { ...free, deleted_at: row.deleted_at ?? at };
    case "restore":
      return without(row, "deleted_at");
    case "move":
      return undefined;
    case "assign":
      return { ...free, origin: { repository: does.repository ?? "", proposed: false } };
    case "unassign":
      return without(free, "origin");
    case "accept":
      return row.origin ? { ...row, origin: { ...row.origin, proposed: false } } : row;
    case "return-to-drain":
      return row.origin ? { ...row, origin: without(row.origin, "handed_back_at") } : row;
  }
}

/** At its next occurrence. Undefined: there is none. */
function rolled(row: Row, at: string, zone: string, by: "complete" | "skip"): Row | undefined {
  const { due, repeat } = row;
  const next = due && repeat && isOpen(row) && nextDue(due, repeat, zone, new Date(at));
  if (!due || !next) return undefined;
  const { due_at: _, snoozed_until: __, ...rest } = row;
  const last = { from: occurrenceOf(due), to: occurrenceOf(next), at, skipped: by === "skip" };
  return { ...rest, due: next, rolled: last };
}

/** Whether the todo still stands where it was last rolled forward to: then it can be taken back. */
export function isRolled(row: Row): boolean {
  return isOpen(row) && row.due !== undefined && row.rolled?.to === occurrenceOf(row.due);
}

function rolledBack(row: Row): Row {
  const { due, rolled: last, due_at: _, ...rest } = row;
  if (!due || !last || !isRolled(row)) return row;
  return { ...rest, due: "date" in due ? { date: last.from } : { ...due, at: last.from } };
}

function without<T extends object, K extends keyof T>(value: T, name: K): T {
  const copy = { ...value };
  delete copy[name];
  return copy;
}
