/** A todo as the page holds it: a row of a page, or the whole todo where it was opened. */

import type { TodoRow } from "../api/types.ts";

export type Row = TodoRow;

export function isOpen(row: Row): boolean {
  return row.completed_at === undefined && row.deleted_at === undefined;
}

export function hasNotes(row: Row): boolean {
  return row.notes_shortened === true || (row.notes !== undefined && row.notes !== "");
}

export function isFollowUp(row: Row): boolean {
  return row.origin !== undefined;
}

export function isHandedBack(row: Row): boolean {
  return row.origin?.handed_back_at !== undefined;
}

export function isProposed(row: Row): boolean {
  return row.origin?.proposed === true;
}

/** The session that holds it now; a claim that lapsed holds nothing, whoever reads it. */
export function holder(row: Row, now: Date): string | undefined {
  const claim = row.claim;
  return claim !== undefined && Date.parse(claim.expires_at) > now.getTime() ? claim.session_id : undefined;
}

const SHOWN_SESSION = 12;

/** A session's id as far as it tells one from another at a glance. */
export function shortSession(id: string): string {
  return id.length > SHOWN_SESSION ? `${id.slice(0, SHOWN_SESSION)}…` : id;
}

/** By bytes: order keys are ASCII, so code units say the same. Equal keys fall back on the id, alike everywhere. */
export function byOrder(one: Row, other: Row): number {
  if (one.order !== other.order) return one.order < other.order ? -1 : 1;
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

/** Newest first. */
export function byCompletion(one: Row, other: Row): number {
  return (other.completed_at ?? "").localeCompare(one.completed_at ?? "") || byOrder(one, other);
}

/** Which of two copies of one todo is kept: the newer, and of the same version the one that shows more. */
export function newer(held: Row | undefined, come: Row): Row {
  if (held === undefined || come.version > held.version) return come;
  if (come.version < held.version) return held;
  return shortness(come) < shortness(held) ? come : held;
}

/** How much of the todo a copy leaves out: rows of pages have less than the whole. */
function shortness(row: Row): number {
  const { origin } = row;
  const lacks = [
    row.title_shortened,
    row.notes_shortened,
    origin !== undefined && origin.host === undefined,
    origin !== undefined && origin.discovered_from === undefined,
    origin?.handed_back_at !== undefined && origin.handed_back_reason === undefined,
    row.repeat !== undefined && row.rolled === undefined,
  ];
  return lacks.filter(Boolean).length;
}
