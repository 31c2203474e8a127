/** How a list is looked at: which of its rows, in which order. */

import { byOrder, isHandedBack, isProposed, type Row } from "./rows.ts";
import { matches, wordsOf } from "./search.ts";

export const SORTS = ["mine", "agenda", "starred", "due", "title", "newest"] as const;
export type Sort = (typeof SORTS)[number];

export const FILTERS = ["all", "starred", "own", "follow-ups", "handed-back", "proposed", "stale"] as const;
export type Filter = (typeof FILTERS)[number];

export type View = {
  sort: Sort;
  filter: Filter;
  repository?: string | undefined;
  session?: string | undefined;
  words: string;
};

/** A todo that nobody touched for this long is stale, in milliseconds. */
export const STALE_MILLISECONDS = 30 * 24 * 60 * 60 * 1000;

/** The rows to show, in their order, of rows in the owner's order. `beside` are ids that a search elsewhere found for these words. */
export function view(
  rows: readonly Row[],
  wanted: View,
  now: Date,
  beside: ReadonlySet<string> = NONE,
): Row[] {
  const words = wordsOf(wanted.words);
  const repository = wanted.repository?.toLowerCase();
  return sorted(rows, wanted.sort).filter(
    row =>
      passes(row, wanted.filter, now) &&
      (repository === undefined || row.origin?.repository.toLowerCase() === repository) &&
      (wanted.session === undefined || row.origin?.session_id === wanted.session) &&
      (matches(row, words) || beside.has(row.id)),
  );
}

let last: { of: readonly Row[]; sort: Sort; rows: readonly Row[] } | undefined;

/** Sorted once for each version of the list, not for each letter of a search. */
function sorted(rows: readonly Row[], sort: Sort): readonly Row[] {
  if (sort === "mine") return rows;
  if (last?.of !== rows || last.sort !== sort) last = { of: rows, sort, rows: rows.toSorted(ORDERS[sort]) };
  return last.rows;
}

const NONE: ReadonlySet<string> = new Set();

function passes(row: Row, filter: Filter, now: Date): boolean {
  switch (filter) {
    case "all":
      return true;
    case "starred":
      return row.starred;
    case "own":
      return row.origin === undefined;
    case "follow-ups":
      return row.origin !== undefined;
    case "handed-back":
      return isHandedBack(row);
    case "proposed":
      return isProposed(row);
    case "stale":
      return now.getTime() - Date.parse(row.updated_at) > STALE_MILLISECONDS;
  }
}

const titles = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

/** Ties fall back on the owner's own order. */
const ORDERS: Record<Sort, (one: Row, other: Row) => number> = {
  mine: byOrder,
  // The groups are made of it then.
  agenda: byDue,
  starred: (one, other) => Number(other.starred) - Number(one.starred) || byOrder(one, other),
  due: byDue,
  title: (one, other) => titles.compare(one.title, other.title) || byOrder(one, other),
  newest: (one, other) => byText(other.created_at, one.created_at) || byOrder(one, other),
};

function byDue(one: Row, other: Row): number {
  return byText(dueKey(one), dueKey(other)) || byOrder(one, other);
}

function byText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** By the day as it is written, a day without a time before its times; what has no due comes last. */
function dueKey(row: Row): string {
  if (row.due === undefined) return "~";
  return "date" in row.due ? row.due.date : row.due.at;
}
