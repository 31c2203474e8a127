/** Dates on paper: paper does not know what day it is read on, so each says its whole date. */

import type { Due } from "../../api/types.ts";

/** A day as it is; a time as the clocks of its zone show it, with the zone where that is not the owner's. */
export function printedDue(due: Due, ownZone: string, locale?: string): string {
  if ("date" in due) return written(`${due.date}T00:00`, false, locale);
  const text = written(due.at, true, locale);
  return due.time_zone === ownZone ? text : `${text} (${due.time_zone.replaceAll("_", " ")})`;
}

/** The day of an instant where the owner is. */
export function dayOf(instant: string, zone: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: zone }).format(new Date(instant));
}

/** What clocks show, taken as it is written: no zone has a say in it. */
function written(wallClock: string, withTime: boolean, locale?: string): string {
  const at = new Date(`${wallClock}Z`);
  const day = { weekday: "short", year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const;
  const date = new Intl.DateTimeFormat(locale, day).format(at);
  if (!withTime) return date;
  return `${date}, ${new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" }).format(at)}`;
}
