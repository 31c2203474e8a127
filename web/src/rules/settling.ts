/** What becomes of an edit that the service refused: sent again as it is meant, given up, or put to the owner. */

import type { Due, Todo } from "../api/types.ts";
import { type Edit, type Fields, isRolled } from "./edits.ts";
import { occurrenceOf } from "./occurrences.ts";
import type { Row } from "./rows.ts";

export type Settled =
  /** Send this one in its place; fields that nobody else touched merge by themselves. */
  | { kind: "again"; edit: Edit }
  /** What it wanted is there already. */
  | { kind: "done" }
  /** It was meant for what is not there any more: the reason is told, and nothing sent. */
  | { kind: "moot"; reason: string }
  /** Both sides changed these fields: the owner keeps either. */
  | { kind: "conflict"; mine: Fields; theirs: Todo; edit?: Edit };

const MOVED = "It is due at another time by now, so that occurrence was not completed.";

/** A write that was made from an older version than `current`. */
export function stale(edit: Edit, current: Todo, writeId: string): Settled {
  const renewed = { ...edit, version: current.version, writeId };
  const does = edit.does;
  switch (does.kind) {
    case "add":
      return { kind: "done" };
    case "place":
      return { kind: "again", edit: renewed };
    case "act":
      if (holdsAlready(does, current)) return { kind: "done" };
      return isMoved(does, current) ? { kind: "moot", reason: MOVED } : { kind: "again", edit: renewed };
    case "patch": {
      const { kept, disputed } = merged(does.fields, does.was, current);
      const rest = Object.keys(kept).length > 0 ? { ...renewed, does: { ...does, fields: kept } } : undefined;
      if (Object.keys(disputed).length > 0) {
        return { kind: "conflict", mine: disputed, theirs: current, ...(rest && { edit: rest }) };
      }
      return rest === undefined ? { kind: "done" } : { kind: "again", edit: rest };
    }
  }
}

/** Mine against theirs, field by field, from what both were made of. */
export function merged(mine: Fields, was: Fields, theirs: Row): { kept: Fields; disputed: Fields } {
  const kept: Fields = {};
  const disputed: Fields = {};
  for (const name of Object.keys(mine) as (keyof Fields)[]) {
    const there = fieldOf(theirs, name);
    if (same(mine[name], there)) continue;
    // A star is either set or not: the last who touched it decides, and nothing that was written is lost.
    const untouched = name === "starred" || same(was[name], there);
    Object.assign(untouched ? kept : disputed, { [name]: mine[name] });
  }
  return { kept, disputed };
}

function holdsAlready({ action, occurrence }: Edit["does"] & { kind: "act" }, current: Todo): boolean {
  switch (action) {
    case "complete":
    case "skip":
      // One occurrence is done once, whoever else did it meanwhile.
      return current.completed_at !== undefined || hasPassed(current, occurrence);
    case "reopen":
      return current.completed_at === undefined && !(isRolled(current) && current.rolled?.to === occurrence);
    case "delete":
    case "dismiss":
      return current.deleted_at !== undefined;
    case "restore":
      return current.deleted_at === undefined;
    case "unassign":
      return current.origin === undefined;
    case "accept":
      return current.origin?.proposed !== true;
    case "return-to-drain":
      return current.origin?.handed_back_at === undefined;
    default:
      return false;
  }
}

/** Whether the todo was rolled forward from that occurrence or over it, and not moved by hand since. */
export function hasPassed(todo: Todo, occurrence: string | undefined): boolean {
  const { rolled } = todo;
  if (rolled === undefined || occurrence === undefined || !isRolled(todo)) return false;
  return dayOf(rolled.to) > dayOf(occurrence);
}

/** Whether the occurrence that was done is not the one that the todo stands at: its due was moved by hand. */
function isMoved({ action, occurrence }: Edit["does"] & { kind: "act" }, { due, repeat }: Todo): boolean {
  if (action !== "complete" && action !== "skip") return false;
  return (
    occurrence !== undefined && due !== undefined && repeat !== undefined && occurrenceOf(due) !== occurrence
  );
}

/** At most one occurrence is on a day, and a due may have got its time, or lost it, meanwhile. */
const dayOf = (occurrence: string) => occurrence.slice(0, 10);

export function fieldOf(row: Row, name: keyof Fields): Fields[keyof Fields] {
  if (name === "repeat") return row.repeat ? { rrule: row.repeat.rrule } : null;
  return name === "due" ? (row.due ?? null) : row[name];
}

function same(one: Fields[keyof Fields], other: Fields[keyof Fields]): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return one === other;
  if ("rrule" in one || "rrule" in other)
    return "rrule" in one && "rrule" in other && one.rrule === other.rrule;
  return dueText(one) === dueText(other);
}

function dueText(due: Due): string {
  return "date" in due ? due.date : `${due.at} ${due.time_zone}`;
}

/** Text that would be lost with the todo that it was written for. */
export function textOf(edit: Edit): { title?: string; notes?: string } | undefined {
  if (edit.does.kind === "add") return { title: edit.does.title, notes: edit.does.notes ?? "" };
  if (edit.does.kind !== "patch") return undefined;
  const { title, notes } = edit.does.fields;
  return title === undefined && !notes ? undefined : { ...(title && { title }), ...(notes && { notes }) };
}
