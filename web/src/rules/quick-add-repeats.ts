/** The ways to say a repeat: "every 2 weeks on monday", "every month on the 31st", "daily". */

import { inMonth } from "./quick-add-dates.ts";
import {
  AND,
  COUNT,
  counted,
  DAY,
  DAY_PARTS,
  dayNumber,
  listed,
  MONTH,
  monthNumber,
  NTH,
  NUMBER,
  NUMBERED,
  nthNumber,
  type Said,
  type Way,
  way,
} from "./quick-add-words.ts";
import { type Frequency, MOST_INTERVAL, type Rule, ruleOf, WEEKEND, WORKDAYS } from "./repeats.ts";

const EVERY = "(?:every|each)";
const DAYS = `${DAY}s?(?:(?:${AND}| )${DAY}s?)*`;
const NUMBERS = `(?:the )?${NUMBERED}(?:${AND}(?:the )?${NUMBERED})*`;
const OF_MONTH = "of (?:the|each|every) month";
const UNITS: Record<string, [Frequency, times: number]> = {
  day: ["DAILY", 1],
  week: ["WEEKLY", 1],
  fortnight: ["WEEKLY", 2],
  month: ["MONTHLY", 1],
  quarter: ["MONTHLY", 3],
  year: ["YEARLY", 1],
};
const ADVERBS: Record<string, string> = {
  daily: "day",
  weekly: "week",
  fortnightly: "fortnight",
  monthly: "month",
  quarterly: "quarter",
  yearly: "year",
  annually: "year",
};

/** Those with more words come first. */
export const REPEATS: readonly Way[] = [
  ...units(` on (${DAYS})`, "week|fortnight", days => ({ days: daysIn(days) })),
  ...units(` on (${NUMBERS})`, "month|quarter", numbers => ({ monthDays: numbersIn(numbers) })),
  ...units(" on (?:the )?last day", "month|quarter", () => ({ monthDays: [-1] })),
  ...units(` on (?:the )?(${NTH} ${DAY})`, "month|quarter", day => ({ days: [nthDay(day)] })),
  ...units("()", Object.keys(UNITS).join("|"), () => ({})),
  way(`(?:${EVERY} (?:weekday|workday)|on (?:weekdays|workdays))`, () =>
    said(ruleOf("WEEKLY", { days: WORKDAYS })),
  ),
  way(`(?:${EVERY} weekend|on weekends)`, () => said(ruleOf("WEEKLY", { days: WEEKEND }))),
  way(`${EVERY} (morning|afternoon|evening|night)`, ([, part = ""]) => ({
    ...said(ruleOf("DAILY")),
    clock: DAY_PARTS[part] ?? "",
  })),
  way(`${EVERY} (other )?(${DAYS})`, ([, other, days = ""]) =>
    said(ruleOf("WEEKLY", { interval: other ? 2 : 1, days: daysIn(days) })),
  ),
  way(`on (${DAY}s(?:${AND}${DAY}s)*)`, ([, days = ""]) => said(ruleOf("WEEKLY", { days: daysIn(days) }))),
  way(`(?:${EVERY}|on the) (${NTH} ${DAY}) ${OF_MONTH}`, ([, day = ""]) =>
    said(ruleOf("MONTHLY", { days: [nthDay(day)] })),
  ),
  way(`(?:${EVERY}|on the) last day ${OF_MONTH}`, () => said(ruleOf("MONTHLY", { monthDays: [-1] }))),
  way(`(?:${EVERY} (${NUMBERS})(?: ${OF_MONTH})?|on the (${NUMBERS}) ${OF_MONTH})`, ([, every, on]) =>
    said(ruleOf("MONTHLY", { monthDays: numbersIn(every ?? on ?? "") })),
  ),
  way(`${EVERY} (${NUMBER})(?: of)? (${MONTH})`, ([, date, month = ""], { today }) =>
    yearly(inMonth(monthNumber(month), date, undefined, today)),
  ),
  way(`${EVERY} (${MONTH}) (${NUMBER})`, ([, month = "", date], { today }) =>
    yearly(inMonth(monthNumber(month), date, undefined, today)),
  ),
];

/** "Every week", "every other week", "every 2 weeks" and "weekly", with what follows them. */
function units(tail: string, names: string, more: (words: string) => Partial<Rule>): Way[] {
  const adverbs = Object.keys(ADVERBS).filter(each => new RegExp(`^(?:${names})$`).test(ADVERBS[each] ?? ""));
  const read = (count: number, unit: string, words: string) => {
    const [frequency, times] = UNITS[unit] ?? ["DAILY", 1];
    const interval = count * times;
    return interval < 1 || interval > MOST_INTERVAL
      ? undefined
      : said(ruleOf(frequency, { interval, ...more(words) }));
  };
  return [
    way(`${EVERY} (?:(other )|(${COUNT}) )?(${names})s?${tail}`, ([, other, count, unit = "", words = ""]) =>
      read(other ? 2 : counted(count), unit, words),
    ),
    way(`(${adverbs.join("|")})${tail}`, ([, adverb = "", words = ""]) =>
      read(1, ADVERBS[adverb] ?? "", words),
    ),
  ];
}

function said(rule: Rule): Said {
  return { rule, isSure: true };
}

function yearly(day: string | undefined): Said | undefined {
  return day === undefined ? undefined : { ...said(ruleOf("YEARLY")), day };
}

function daysIn(words: string) {
  const named = words.split(/[^a-z]+/).filter(word => word !== "and");
  return [...new Set(named.map(dayNumber))].map(day => ({ day }));
}

function numbersIn(words: string): number[] {
  return [...new Set(listed(words).map(word => Number.parseInt(word, 10)))];
}

function nthDay(words: string) {
  const [nth = "", day = ""] = words.split(" ");
  return { day: dayNumber(day), nth: nthNumber(nth) };
}
