/** What the lists of others say, in the fields of an import. */

import type { Due } from "../api/types.ts";
import { dayIn, daysLater, isZone, wallIn } from "./calendar.ts";
import { parsedRule, type Rule, writtenRule } from "./repeats.ts";

export type ImportedTodo = {
  title: string;
  notes?: string;
  starred?: true;
  due?: Due;
  /** Counted from the due. */
  repeat?: { rrule: string };
  completed_at?: string;
  created_at?: string;
};

/** A row, asked by the name of a column; what is not there is empty. */
export type Cells = (column: string) => string;

export type Owner = { zone: string; now: Date };

/** Longest title, in characters. */
const TITLE_CHARACTERS = 1000;
/** What the service refuses in a title: controls, line separators, and marks that reorder the text around them. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
const FIRST_YEAR = "1970";
const FIRST_INSTANT = Date.UTC(1970, 0, 2);

/**
 * Title and notes, the parts of the notes a blank line apart. A title that is too long is cut, and stands whole before
 * the notes. Undefined: there is no title.
 */
export function worded(
  written: string,
  parts: readonly string[],
): { title: string; notes?: string } | undefined {
  const line = written.replace(NOT_IN_A_LINE, " ").trim();
  if (line === "") return undefined;
  const title = cut(line);
  const notes = [title === line ? "" : line, ...parts].filter(part => part.trim() !== "").join("\n\n");
  return { title, ...(notes !== "" && { notes }) };
}

/** A part of the notes for what has no field of its own; empty where nothing was written. */
export function labelled(label: string, text: string): string {
  return text.trim() === "" ? "" : `${label}: ${text.trim()}`;
}

function cut(line: string): string {
  const head = Array.from(line.slice(0, 2 * TITLE_CHARACTERS + 2));
  if (head.length <= TITLE_CHARACTERS) return line;
  let kept = "";
  let left = TITLE_CHARACTERS - 1;
  for (const { segment } of new Intl.Segmenter().segment(line.slice(0, 4 * TITLE_CHARACTERS))) {
    left -= Array.from(segment).length;
    if (left < 0) break;
    kept += segment;
  }
  // One that is longer than a title all by itself is cut within.
  return `${kept.trimEnd() || head.slice(0, TITLE_CHARACTERS - 1).join("")}…`;
}

const INSTANT = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(?:Z|([+-]\d{2}):?(\d{2}))$/;

/** The instant that a text with an offset names, from where it is 1970 everywhere. */
export function instantIn(text: string): Date | undefined {
  const found = INSTANT.exec(text.trim());
  if (found === null) return undefined;
  const [, minute, second = ":00", hours, minutes] = found;
  const at = new Date(`${minute}${second}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  return at.getTime() >= FIRST_INSTANT ? at : undefined;
}

/** A due day in a zone, or the time that its clocks show then. */
export function dueAt(at: Date, zone: string, isAllDay: boolean): Due {
  if (isAllDay) return { date: dayIn(zone, at) };
  return { at: wallIn(zone, at).replace(/:00$/, ""), time_zone: zone };
}

const WRITTEN_DUE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?$/;

/** A due that is written as a date, or as a date and a time of the zone, by the numbers; nothing else is guessed at. */
export function dueIn(text: string, zone: string): Due | undefined {
  const at = instantIn(text);
  if (at !== undefined) return dueAt(at, zone, false);
  const [, day = "", minute, second = ""] = WRITTEN_DUE.exec(text.trim()) ?? [];
  if (!isDay(day)) return undefined;
  if (minute === undefined) return { date: day };
  if (Number.isNaN(Date.parse(`${day}T${minute}${second}Z`)) || minute.startsWith("24")) return undefined;
  return { at: `${day}T${minute}${second === ":00" ? "" : second}`, time_zone: zone };
}

/** The rule that a file names, where the service takes it; nothing else is guessed at. */
export function rruleIn(text: string): string | undefined {
  const weeksBegin = /;WKST=[A-Z]{2}(?=;|$)/i;
  const rule = parsedRule(text.trim().replace(weeksBegin, ""));
  if (rule === undefined || !isTaken(rule)) return undefined;
  // Which day a week begins on says something only where some are left out.
  const isPlain = rule.interval === 1 || rule.days.length < 2 || /;WKST=MO(?=;|$)/i.test(text);
  return isPlain || !weeksBegin.test(text) ? writtenRule(rule) : undefined;
}

function isTaken({ frequency, interval, days, monthDays }: Rule): boolean {
  if (monthDays.length > 0) return frequency === "MONTHLY" && days.length === 0;
  if (days.length === 0) return true;
  if (frequency === "MONTHLY") return days.every(day => day.nth !== undefined);
  const isOfWeek = frequency === "WEEKLY" || (frequency === "DAILY" && interval === 1);
  return isOfWeek && days.every(day => day.nth === undefined);
}

function isDay(day: string): boolean {
  return day >= FIRST_YEAR && !Number.isNaN(Date.parse(day)) && daysLater(day, 0) === day;
}

/** The zone that a file names, where it is a name that the service knows too; else the owner's. */
export function zoneIn(named: string, owners: string): string {
  const name = named.trim();
  return /^[A-Z][\w+-]*(?:\/[A-Z][\w+-]*){0,2}$/.test(name) && !/^(?:UTC|GMT)[+-]/.test(name) && isZone(name)
    ? name
    : owners;
}
