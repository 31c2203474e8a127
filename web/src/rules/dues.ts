/** How a due reads, and when it has passed. */

import { dayIn, daysBetween, instantOf, wallIn } from "./calendar.ts";
import type { Row } from "./rows.ts";

export type DueParts = {
  text: string;
  state: "overdue" | "today" | "soon" | "later";
  /** For a `time` element. */
  dateTime: string;
};

/** A day this near is named by its weekday. */
const NEAR_DAYS = 6;

/** Undefined for what has no due. `zone` is the owner's, which the words are told in. */
export function dueParts(row: Row, zone: string, now: Date, locale?: string): DueParts | undefined {
  const { due } = row;
  if (due === undefined) return undefined;
  const today = dayIn(zone, now);
  if ("date" in due) {
    const days = daysBetween(today, due.date);
    return {
      text: dayText(due.date, days, today, locale),
      state: stateOf(days, days < 0),
      dateTime: due.date,
    };
  }
  // What was just set has no instant from the service yet.
  const at = row.due_at === undefined ? instantOf(due.at, due.time_zone) : new Date(row.due_at);
  const elsewhere = due.time_zone !== zone && wallIn(due.time_zone, at) !== wallIn(zone, at);
  const shownDay = elsewhere ? due.at.slice(0, 10) : dayIn(zone, at);
  const where = row.due_zone_unknown
    ? ` (${due.time_zone} is not known: UTC)`
    : elsewhere
      ? ` (${placeOf(due.time_zone)})`
      : "";
  return {
    text: `${dayText(shownDay, daysBetween(today, shownDay), today, locale)}, ${clockText(due.at.slice(11, 16), locale)}${where}`,
    state: stateOf(daysBetween(today, dayIn(zone, at)), at.getTime() <= now.getTime()),
    dateTime: at.toISOString(),
  };
}

function stateOf(days: number, hasPassed: boolean): DueParts["state"] {
  if (hasPassed) return "overdue";
  if (days <= 0) return "today";
  return days <= NEAR_DAYS ? "soon" : "later";
}

function dayText(day: string, days: number, today: string, locale?: string): string {
  if (days >= -1 && days <= 1) {
    const near = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day");
    return near.charAt(0).toLocaleUpperCase(locale) + near.slice(1);
  }
  const shape: Intl.DateTimeFormatOptions =
    days > 1 && days <= NEAR_DAYS
      ? { weekday: "long" }
      : { day: "numeric", month: "short", ...(day.slice(0, 4) !== today.slice(0, 4) && { year: "numeric" }) };
  return new Intl.DateTimeFormat(locale, { ...shape, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));
}

function clockText(clock: string, locale?: string): string {
  const shape = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  return shape.format(new Date(`2000-01-01T${clock}Z`));
}

function placeOf(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
