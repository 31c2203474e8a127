/**
 * The days that a repeating todo falls on, and which of them comes next: the same as the service says, so that a row
 * moves on before it has answered. Days are written `2027-01-31`.
 */

import type { Due, Repeat } from "../api/types.ts";
import { dayIn, daysBetween, daysLater, instantOf, weekday } from "./calendar.ts";
import { parsedRule, type Rule } from "./repeats.ts";

/** A due as it is written, without its zone: what one occurrence is told from another by. */
export function occurrenceOf(due: Due): string {
  return "date" in due ? due.date : due.at;
}

/**
 * The first occurrence that is after the due and after now: a day is after now when it has not begun in the owner's
 * zone, a time when its instant is. Undefined: none is left, or the rule is not known here.
 */
export function nextDue(due: Due, repeat: Repeat, zone: string, now: Date): Due | undefined {
  const rule = parsedRule(repeat.rrule);
  if (rule === undefined) return undefined;
  const anchor = repeat.anchor.slice(0, 10);
  if ("date" in due) {
    const today = dayIn(zone, now);
    const date = nextDay(rule, anchor, later(due.date, today));
    return date === undefined ? undefined : { date };
  }
  const clock = repeat.anchor.slice(11) || due.at.slice(11);
  const yesterday = daysLater(dayIn(due.time_zone, now), -1);
  const before = daysLater(due.at.slice(0, 10), -1);
  let day: string | undefined = later(before, yesterday);
  do {
    day = nextDay(rule, anchor, day);
    if (day === undefined) return undefined;
  } while (`${day}T${clock}` <= due.at || instantOf(`${day}T${clock}`, due.time_zone) <= now);
  return { at: `${day}T${clock}`, time_zone: due.time_zone };
}

/** Those after the due, from one day to another, both included. */
export function daysAhead(due: Due, repeat: Repeat, from: string, to: string): string[] {
  const rule = parsedRule(repeat.rrule);
  const last = occurrenceOf(due).slice(0, 10);
  const before = daysLater(from, -1);
  const found: string[] = [];
  let day: string | undefined = later(last, before);
  while (rule !== undefined && day !== undefined) {
    day = nextDay(rule, repeat.anchor.slice(0, 10), day);
    if (day === undefined || day > to) break;
    found.push(day);
  }
  return found;
}

/** The first day from this one on that the rule can begin with. */
export function firstDay(rule: Rule, from: string): string | undefined {
  return nextDay({ ...rule, interval: 1 }, from, daysLater(from, -1));
}

/** No rule leaves out more periods in a row: the fifth of some weekday in each 999th month is found in far fewer. */
const MOST_PERIODS = 500;

/** The first day of the rule behind this one. It began on the anchor, and counts its days, weeks or months from there. */
export function nextDay(rule: Rule, anchor: string, after: string): string | undefined {
  const from = later(after, daysLater(anchor, -1));
  const first = Math.floor(periodsBetween(rule, anchor, from) / rule.interval);
  for (let at = first; at < first + MOST_PERIODS; at += 1) {
    const days = daysOf(rule, anchor, at * rule.interval);
    if (days === undefined) return undefined;
    const found = days.find(day => day > from);
    if (found !== undefined) return found;
  }
  return undefined;
}

function later(one: string, other: string): string {
  return [one, other].sort()[1] ?? one;
}

/** How many of the rule's periods there are from the one of the anchor to that of a later day. */
function periodsBetween({ frequency }: Rule, anchor: string, day: string): number {
  const [from, to] = [monthOf(anchor), monthOf(day)];
  switch (frequency) {
    case "DAILY":
      return Math.max(0, daysBetween(anchor, day));
    case "WEEKLY":
      return Math.max(0, Math.floor(daysBetween(monday(anchor), day) / 7));
    case "MONTHLY":
      return Math.max(0, to - from);
    case "YEARLY":
      return Math.max(0, Math.floor(to / 12) - Math.floor(from / 12));
  }
}

/** The rule's days in the period that is this many after the anchor's, in order. Undefined: no calendar has it. */
function daysOf(rule: Rule, anchor: string, periods: number): string[] | undefined {
  switch (rule.frequency) {
    case "DAILY": {
      const day = daysLater(anchor, periods);
      if (day.length !== 10) return undefined;
      return rule.days.length === 0 || rule.days.some(each => each.day === weekday(day)) ? [day] : [];
    }
    case "WEEKLY": {
      const start = daysLater(monday(anchor), 7 * periods);
      if (start.length !== 10) return undefined;
      const days = rule.days.length === 0 ? [weekday(anchor)] : rule.days.map(each => each.day).sort();
      return days.map(day => daysLater(start, day)).filter(day => day.length === 10);
    }
    case "MONTHLY":
      return monthDays(rule, anchor, monthOf(anchor) + periods);
    case "YEARLY":
      return monthDays({ ...rule, days: [], monthDays: [] }, anchor, monthOf(anchor) + 12 * periods);
  }
}

/** A month that is too short for a day has it on its last one. */
function monthDays(rule: Rule, anchor: string, month: number): string[] | undefined {
  if (month >= 12 * 10_000) return undefined;
  const start = `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  const length = monthLength(month);
  const numbers = rule.days.flatMap(({ day, nth = 1 }) => {
    const first = ((day - weekday(start) + 7) % 7) + 1;
    const number = nth === -1 ? first + 7 * Math.floor((length - first) / 7) : first + 7 * (nth - 1);
    return number <= length ? [number] : [];
  });
  const given =
    rule.days.length > 0 || rule.monthDays.length > 0 ? rule.monthDays : [Number(anchor.slice(8))];
  for (const day of given) numbers.push(day === -1 ? length : Math.min(day, length));
  return [...new Set(numbers)]
    .sort((one, other) => one - other)
    .map(day => `${start.slice(0, 8)}${String(day).padStart(2, "0")}`);
}

/** Months since the year 0. */
function monthOf(day: string): number {
  return 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1;
}

function monthLength(month: number): number {
  // A year below 100 would be one of the last century.
  return new Date(Date.UTC(2000 + (Math.floor(month / 12) % 400), (month % 12) + 1, 0)).getUTCDate();
}

function monday(day: string): string {
  return daysLater(day, -weekday(day));
}
