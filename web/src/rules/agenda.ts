/** Todos by when they are due: what is late, today, tomorrow, this week, later, some time. */

import { dayIn, daysLater, instantOf, weekday } from "./calendar.ts";
import type { Row } from "./rows.ts";

export const GROUPS = ["overdue", "today", "tomorrow", "week", "later", "undated"] as const;
export type Group = (typeof GROUPS)[number];

/**
 * The group of each row; `zone` is the owner's. A day is overdue when it has passed there, a time when it has. The week
 * ends with its Sunday.
 */
export function grouping(zone: string, now: Date): (row: Row) => Group {
  const today = dayIn(zone, now);
  const ends: [Group, day: string][] = [
    ["today", daysLater(today, 1)],
    ["tomorrow", daysLater(today, 2)],
    ["week", daysLater(today, 7 - weekday(today))],
  ];
  // Instants are compared with instants: asking a zone for the day of each row takes long.
  const instants = ends.map(([, day]) => instantOf(`${day}T00:00`, zone).getTime());
  return ({ due, due_at }) => {
    if (due === undefined) return "undated";
    if ("date" in due) {
      if (due.date < today) return "overdue";
      return ends.find(([, end]) => due.date < end)?.[0] ?? "later";
    }
    const at = due_at === undefined ? instantOf(due.at, due.time_zone).getTime() : Date.parse(due_at);
    if (at <= now.getTime()) return "overdue";
    return ends[instants.findIndex(end => at < end)]?.[0] ?? "later";
  };
}

/** The rows group by group, those of a group in the order that they came in. */
export function agenda(rows: readonly Row[], zone: string, now: Date): { rows: Row[]; groups: Group[] } {
  const groupOf = grouping(zone, now);
  const found = new Map<Group, Row[]>(GROUPS.map(group => [group, []]));
  for (const row of rows) found.get(groupOf(row))?.push(row);
  return {
    rows: GROUPS.flatMap(group => found.get(group) ?? []),
    groups: GROUPS.flatMap(group => (found.get(group) ?? []).map(() => group)),
  };
}
