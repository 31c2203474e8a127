/** What the owner did and the service has not confirmed yet: shown at once, sent in order, kept over a reload. */

import type { Due } from "../api/types.ts";
import type { Row } from "./rows.ts";

/** The fields that are edited; null clears. */
export type Fields = { title?: string; notes?: string; starred?: boolean; due?: Due | null };

export type Action =
  | "complete"
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
  | { kind: "add"; title: string; notes?: string; starred?: boolean; due?: Due; repository?: string }
  | { kind: "patch"; fields: Fields; was: Fields }
  | { kind: "place"; before?: string; after?: string; order: string }
  | { kind: "act"; action: Action; to_list?: string; repository?: string; answer?: string };

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

/** The row as it looks with this edit on it. Undefined: it is not in this list any more. */
export function applied(row: Row | undefined, edit: Edit): Row | undefined {
  const does = edit.does;
  if (does.kind === "add") return row ?? added(edit, does);
  if (row === undefined) return undefined;
  switch (does.kind) {
    case "patch":
      return patched(row, does.fields);
    case "place":
      return { ...row, order: does.order };
    case "act":
      return acted(row, does, edit.at);
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
    ...(does.repository && { origin: { repository: does.repository, proposed: false } }),
    // Behind every key that the service makes: the foot of the list.
    order: `~${edit.at}`,
    version: 0,
    created_at: edit.at,
    updated_at: edit.at,
  };
}

function patched(row: Row, fields: Fields): Row {
  const { due, ...rest } = fields;
  const next: Row = { ...row, ...rest };
  if (due !== undefined) {
    delete next.due_at;
    if (due === null) delete next.due;
    else next.due = due;
  }
  if (fields.title !== undefined) delete next.title_shortened;
  if (fields.notes !== undefined) delete next.notes_shortened;
  return next;
}

function acted(row: Row, does: Does & { kind: "act" }, at: string): Row | undefined {
  const { claim: _ended, ...free } = row;
  switch (does.action) {
    case "complete":
      return { ...free, completed_at: row.completed_at ?? at };
    case "reopen":
      return without(row, "completed_at");
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

function without<T extends object, K extends keyof T>(value: T, name: K): T {
  const copy = { ...value };
  delete copy[name];
  return copy;
}
