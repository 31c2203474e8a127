/** What the owner can choose of a repeat in a todo's dialog, and the rule that comes of each choice. */

import type { Due, Repeat } from "../api/types.ts";
import { daysLater, weekday } from "./calendar.ts";
import { occurrenceOf } from "./occurrences.ts";
import {
  MOST_INTERVAL,
  monthDayWords,
  parsedRule,
  type Rule,
  type RuleDay,
  ruleDayWords,
  ruleOf,
  sameDays,
  WORKDAYS,
  writtenRule,
} from "./repeats.ts";

/** "other" is a rule that this version of the page does not know. */
export const KINDS = ["never", "DAILY", "workdays", "WEEKLY", "MONTHLY", "YEARLY", "other"] as const;
export type Kind = (typeof KINDS)[number];

export function kindOf(repeat: Repeat | undefined): Kind {
  if (repeat === undefined) return "never";
  const rule = parsedRule(repeat.rrule);
  if (rule === undefined) return "other";
  const isWorkdays = rule.frequency === "WEEKLY" && rule.interval === 1 && sameDays(rule.days, WORKDAYS);
  return isWorkdays ? "workdays" : rule.frequency;
}

/** Undefined: it ends, or stays as it is. */
export function ruleOfKind(kind: Kind): Rule | undefined {
  if (kind === "never" || kind === "other") return undefined;
  return kind === "workdays" ? ruleOf("WEEKLY", { days: WORKDAYS }) : ruleOf(kind);
}

/** Every so many days, weeks, months or years; what is no such number is taken for the nearest one. */
export function atInterval(rule: Rule, wanted: number): Rule {
  return { ...rule, interval: Math.min(Math.max(Math.round(wanted) || 1, 1), MOST_INTERVAL) };
}

/** The days of the week that a weekly rule falls on; with none of its own it is that of the due. */
export function weekdaysOf(rule: Rule, due: Due): number[] {
  return rule.days.length > 0 ? rule.days.map(({ day }) => day) : [weekdayOf(due)];
}

/** One day of the week more or less; one stays. */
export function toggled(rule: Rule, due: Due, day: number): Rule {
  const before = weekdaysOf(rule, due);
  const days = before.includes(day) ? before.filter(each => each !== day) : [...before, day];
  if (days.length === 0) return rule;
  // The day of the due alone goes with the due wherever it is moved to.
  const follows = days.length === 1 && days[0] === weekdayOf(due);
  return { ...rule, days: follows ? [] : days.sort().map(each => ({ day: each })) };
}

export type MonthChoice = { value: string; text: string; rule: Rule };

/** The days of a month that a monthly rule can fall on, the one that it has among them. */
export function monthChoices(rule: Rule, due: Due, anchor: string): MonthChoice[] {
  const day = occurrenceOf(due).slice(0, 10);
  const nth = Math.ceil(Number(day.slice(8)) / 7);
  const isLast = daysLater(day, 7).slice(0, 7) !== day.slice(0, 7);
  const own = Number(anchor.slice(8, 10));
  const found = [
    choice(rule, [], [], monthDayWords(own)),
    choice(rule, [], [-1], monthDayWords(-1)),
    ...[...(nth < 5 ? [nth] : []), ...(isLast ? [-1] : [])].map(each => {
      const ruleDay = { day: weekdayOf(due), nth: each };
      return choice(rule, [ruleDay], [], ruleDayWords(ruleDay));
    }),
  ];
  if (found.some(each => each.value === writtenRule(rule))) return found;
  const words = [...rule.days.map(ruleDayWords), ...rule.monthDays.map(monthDayWords)].join(", ");
  const chosen = choice(rule, rule.days, rule.monthDays, words);
  // One day may be written in two ways: it is offered once, as it is written now.
  const isOffered = found.some(each => each.text === chosen.text);
  return isOffered ? found.map(each => (each.text === chosen.text ? chosen : each)) : [...found, chosen];
}

function choice(
  of: Rule,
  days: readonly RuleDay[],
  monthDays: readonly number[],
  words: string,
): MonthChoice {
  const rule = { ...of, days, monthDays };
  return { value: writtenRule(rule), text: `on ${words}`, rule };
}

/**
 * The rule as it is written for a todo that stands on a short month's last day: a rule that changes begins anew with
 * the due, so it names the day that it means.
 */
export function keepingDay(rule: Rule, due: Due, anchor: string): Rule {
  const own = Number(anchor.slice(8, 10));
  const follows = rule.frequency === "MONTHLY" && rule.days.length === 0 && rule.monthDays.length === 0;
  const isClamped = own > Number(occurrenceOf(due).slice(8, 10));
  return follows && isClamped ? { ...rule, monthDays: [own] } : rule;
}

function weekdayOf(due: Due): number {
  return weekday(occurrenceOf(due).slice(0, 10));
}
