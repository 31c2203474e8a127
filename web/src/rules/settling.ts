/** What becomes of an edit that the service refused: sent again as it is meant, given up, or put to the owner. */

import type { Due, Todo } from "../api/types.ts";
import { type Edit, type Fields, isRolled } from "./edits.ts";
import type { Row } from "./rows.ts";

export type Settled =
  /** Send this one in its place; fields that nobody else touched merge by themselves. */
  | { kind: "again"; edit: Edit }
  /** What it wanted is there already. */
  | { kind: "done" }
  /** Both sides changed these fields: the owner keeps either. */
  | { kind: "conflict"; mine: Fields; theirs: Todo; edit?: Edit };

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
      return holdsAlready(does, current) ? { kind: "done" } : { kind: "again", edit: renewed };
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

/** Whether the todo was rolled forward from that occurrence, or from a later one. */
function hasPassed({ rolled }: Todo, occurrence: string | undefined): boolean {
  return rolled !== undefined && occurrence !== undefined && rolled.from >= occurrence;
}

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
