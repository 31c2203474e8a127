/** How a due reads, and when it has passed. */

import type { Due } from "../api/types.ts";
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
export function dueParts(
  row: Pick<Row, "due" | "due_at" | "due_zone_unknown">,
  zone: string,
  now: Date,
  locale?: string,
): DueParts | undefined {
  const { due } = row;
  if (due === undefined) return undefined;
  const today = todayIn(zone, now);
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
  // In the reader's own zone, the other clock beside it; where a zone is not known, as it was written.
  const shown = elsewhere && !row.due_zone_unknown ? wallIn(zone, at) : due.at;
  const shownDay = shown.slice(0, 10);
  const where = row.due_zone_unknown
    ? ` (${due.time_zone} is not known: UTC)`
    : elsewhere
      ? ` (${clockText(due.at.slice(11, 16), locale)} ${placeOf(due.time_zone)})`
      : "";
  return {
    text: `${dayText(shownDay, daysBetween(today, shownDay), today, locale)}, ${clockText(shown.slice(11, 16), locale)}${where}`,
    state: stateOf(daysBetween(today, dayIn(zone, at)), at.getTime() <= now.getTime()),
    dateTime: at.toISOString(),
  };
}

/** As "Friday, 25 September 2026, 15:00": it says its whole date, and no zone. */
export function dueInFull(due: Due, locale?: string): string {
  if ("date" in due) return dayInFull(due.date, locale);
  return `${dayInFull(due.at.slice(0, 10), locale)}, ${clockText(due.at.slice(11, 16), locale)}`;
}

export function dayInFull(day: string, locale?: string): string {
  return written(IN_FULL, locale).format(new Date(`${day}T00:00Z`));
}

let lastToday: { zone: string; now: Date; day: string } | undefined;

/** Asked for each row, and the same for all of them. */
function todayIn(zone: string, now: Date): string {
  if (lastToday?.zone !== zone || lastToday.now !== now) lastToday = { zone, now, day: dayIn(zone, now) };
  return lastToday.day;
}

function stateOf(days: number, hasPassed: boolean): DueParts["state"] {
  if (hasPassed) return "overdue";
  if (days <= 0) return "today";
  return days <= NEAR_DAYS ? "soon" : "later";
}

function dayText(day: string, days: number, today: string, locale?: string): string {
  if (days >= -1 && days <= 1) return nearDay(days, locale);
  const shape =
    days > 1 && days <= NEAR_DAYS ? WEEKDAY : day.slice(0, 4) === today.slice(0, 4) ? THIS_YEAR : OTHER_YEAR;
  return written(shape, locale).format(new Date(`${day}T00:00Z`));
}

const relative = new Map<string, Intl.RelativeTimeFormat>();

function nearDay(days: number, locale = ""): string {
  const format =
    relative.get(locale) ?? new Intl.RelativeTimeFormat(locale || undefined, { numeric: "auto" });
  relative.set(locale, format);
  const near = format.format(days, "day");
  return near.charAt(0).toLocaleUpperCase(locale || undefined) + near.slice(1);
}

function clockText(clock: string, locale?: string): string {
  return written(CLOCK, locale).format(new Date(`2000-01-01T${clock}Z`));
}

const WEEKDAY: Intl.DateTimeFormatOptions = { weekday: "long" };
const THIS_YEAR: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
const OTHER_YEAR: Intl.DateTimeFormatOptions = { day: "numeric", month: "short", year: "numeric" };
const IN_FULL: Intl.DateTimeFormatOptions = {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
};
const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: "short" };

const formats = new Map<string, Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>>();

/** Each is made once: making one takes longer than everything else about a row. */
function written(shape: Intl.DateTimeFormatOptions, locale = ""): Intl.DateTimeFormat {
  const made = formats.get(locale) ?? new Map();
  formats.set(locale, made);
  const format =
    made.get(shape) ?? new Intl.DateTimeFormat(locale || undefined, { ...shape, timeZone: "UTC" });
  made.set(shape, format);
  return format;
}

function placeOf(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
