/** A month on a sheet: its weeks, and what stands on which of their days. A month is written `2027-01`. */

import { dayIn, daysLater, instantOf, wallIn, weekday } from "./calendar.ts";
import { daysAhead } from "./occurrences.ts";
import type { Row } from "./rows.ts";

export type Entry = {
  row: Row;
  /** As 09:00 where the owner is; none for a day. */
  clock?: string;
  /** It will come back then, once the ones before are done. */
  isAhead: boolean;
};

/** Whole weeks, as many as the month touches. `first` is the day that weeks begin with, 0 for Monday. */
export function weeksOf(month: string, first: number): string[][] {
  const start = `${month}-01`;
  const weeks: string[][] = [];
  let day = daysLater(start, -((weekday(start) - first + 7) % 7));
  do {
    weeks.push([0, 1, 2, 3, 4, 5, 6].map(at => daysLater(day, at)));
    day = daysLater(day, 7);
  } while (day.slice(0, 7) === month);
  return weeks;
}

/** The same day of another month, or the last one of a month that is too short. */
export function monthsAway(day: string, months: number): string {
  const all = 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1 + months;
  const last = new Date(Date.UTC(Math.floor(all / 12), (all % 12) + 1, 0)).toISOString().slice(0, 10);
  const same = `${last.slice(0, 8)}${day.slice(8)}`;
  return same < last ? same : last;
}

/** What is due on each of the days; `zone` is the owner's. Days come first, then times, then what is ahead. */
export function entriesOf(
  rows: readonly Row[],
  from: string,
  to: string,
  zone: string,
): ReadonlyMap<string, Entry[]> {
  const found = new Map<string, Entry[]>();
  const put = (day: string, entry: Entry) => {
    if (day < from || day > to) return;
    const there = found.get(day);
    if (there === undefined) found.set(day, [entry]);
    else there.push(entry);
  };
  for (const row of rows) {
    const { due, repeat } = row;
    if (due === undefined) continue;
    const { day, clock } = placeOf(row, zone);
    put(day, { row, isAhead: false, ...(clock && { clock }) });
    if (repeat === undefined) continue;
    for (const ahead of daysAhead(due, repeat, from, to)) {
      put(ahead, { row, isAhead: true, ...(clock && { clock }) });
    }
  }
  for (const entries of found.values()) entries.sort(byTime);
  return found;
}

function placeOf({ due, due_at }: Row, zone: string): { day: string; clock?: string } {
  if (due === undefined || "date" in due) return { day: due?.date ?? "" };
  if (due.time_zone === zone) return { day: due.at.slice(0, 10), clock: due.at.slice(11, 16) };
  const at = due_at === undefined ? instantOf(due.at, due.time_zone) : new Date(due_at);
  return { day: dayIn(zone, at), clock: wallIn(zone, at).slice(11, 16) };
}

function byTime(one: Entry, other: Entry): number {
  return Number(one.isAhead) - Number(other.isAhead) || (one.clock ?? "").localeCompare(other.clock ?? "");
}
