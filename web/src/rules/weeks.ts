/** What came and what went, week by week. */

import { dayIn, daysLater, instantOf, weekday } from "./calendar.ts";
import type { Row } from "./rows.ts";

export type Week = {
  /** Its Monday, as 2027-01-25. */
  start: string;
  filed: number;
  closed: number;
};

/** How many weeks are counted, with the one that now is in. */
export const WEEKS = 8;

/** The Monday that the count begins with; `zone` is the owner's, as below. */
export function firstDay(now: Date, zone: string): string {
  const today = dayIn(zone, now);
  return daysLater(today, -weekday(today) - 7 * (WEEKS - 1));
}

/** Rows filed and closed in each of the last weeks, the oldest first. Deleted rows do not count. */
export function weeks(rows: readonly Row[], now: Date, zone: string): Week[] {
  const first = firstDay(now, zone);
  const found = Array.from({ length: WEEKS }, (_, at) => ({
    start: daysLater(first, 7 * at),
    filed: 0,
    closed: 0,
  }));
  const ends = found.map(week => instantOf(`${daysLater(week.start, 7)}T00:00`, zone).getTime());
  const begins = instantOf(`${first}T00:00`, zone).getTime();
  const weekOf = (instant: string | undefined) => {
    const at = instant === undefined ? Number.NaN : Date.parse(instant);
    return at >= begins ? found[ends.findIndex(end => at < end)] : undefined;
  };
  for (const row of rows) {
    if (row.deleted_at !== undefined) continue;
    const filed = weekOf(row.created_at);
    if (filed !== undefined) filed.filed += 1;
    const closed = weekOf(row.completed_at);
    if (closed !== undefined) closed.closed += 1;
  }
  return found;
}
