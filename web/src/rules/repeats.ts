/** How often a todo comes back: its rule as it is written (a part of RFC 5545 3.3.10), and in words. */

export const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** 0 is Monday. `nth` is which one of its month, -1 the last. */
export type RuleDay = { day: number; nth?: number };

export type Rule = {
  frequency: Frequency;
  /** Every how many days, weeks, months or years. */
  interval: number;
  /** Days of the week; none: that of the day it began on. */
  days: readonly RuleDay[];
  /** Days of the month, -1 the last; none: that of the day it began on. */
  monthDays: readonly number[];
};

export const MOST_INTERVAL = 999;
export const WORKDAYS: readonly RuleDay[] = [0, 1, 2, 3, 4].map(day => ({ day }));
export const WEEKEND: readonly RuleDay[] = [5, 6].map(day => ({ day }));

const CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

export function ruleOf(frequency: Frequency, given: Partial<Rule> = {}): Rule {
  return { frequency, interval: 1, days: [], monthDays: [], ...given };
}

/** Undefined: it says something that is no part of what a todo can repeat by. */
export function parsedRule(rrule: string): Rule | undefined {
  const parts = new Map<string, string>();
  for (const part of rrule
    .toUpperCase()
    .replace(/^RRULE:/, "")
    .split(";")) {
    const [name = "", value = ""] = part.split("=");
    if (parts.has(name) || !/^(?:FREQ|INTERVAL|BYDAY|BYMONTHDAY)$/.test(name)) return undefined;
    parts.set(name, value);
  }
  const frequency = FREQUENCIES.find(each => each === parts.get("FREQ"));
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const days = listed(parts.get("BYDAY")).map(parsedDay);
  const monthDays = listed(parts.get("BYMONTHDAY")).map(Number);
  const isWhole =
    frequency !== undefined &&
    Number.isInteger(interval) &&
    interval >= 1 &&
    interval <= MOST_INTERVAL &&
    days.every(day => day !== undefined) &&
    monthDays.every(day => day === -1 || (Number.isInteger(day) && day >= 1 && day <= 31));
  return isWhole ? { frequency, interval, days, monthDays } : undefined;
}

function listed(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(",");
}

function parsedDay(text: string): RuleDay | undefined {
  const found = /^(-1|[1-5])?([A-Z]{2})$/.exec(text);
  const day = CODES.indexOf(found?.[2] ?? "");
  if (day < 0) return undefined;
  return found?.[1] === undefined ? { day } : { day, nth: Number(found[1]) };
}

/** In the order that the service writes it in. */
export function writtenRule({ frequency, interval, days, monthDays }: Rule): string {
  const parts = [`FREQ=${frequency}`];
  if (interval > 1) parts.push(`INTERVAL=${interval}`);
  if (days.length > 0) {
    const sorted = days.toSorted((one, other) => behind(one.nth) - behind(other.nth) || one.day - other.day);
    parts.push(`BYDAY=${sorted.map(({ day, nth }) => `${nth ?? ""}${CODES[day]}`).join()}`);
  }
  if (monthDays.length > 0) {
    const sorted = monthDays.toSorted((one, other) => behind(one) - behind(other));
    parts.push(`BYMONTHDAY=${sorted.join()}`);
  }
  return parts.join(";");
}

/** The last one comes behind all others. */
function behind(number = 0): number {
  return number === -1 ? Number.MAX_SAFE_INTEGER : number;
}

const DAY_NAMES = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const UNITS: Record<Frequency, string> = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const NTH: Record<number, string> = {
  1: "first",
  2: "second",
  3: "third",
  4: "fourth",
  5: "fifth",
  [-1]: "last",
};

const described = new Map<string, string>();

/** As "every 2 weeks on Monday and Thursday". Asked for each row, and made once for each rule. */
export function repeatWords(rrule: string): string {
  const known = described.get(rrule);
  if (known !== undefined) return known;
  const rule = parsedRule(rrule);
  const words = rule === undefined ? "repeats" : ruleWords(rule);
  described.set(rrule, words);
  return words;
}

export function ruleWords({ frequency, interval, days, monthDays }: Rule): string {
  const unit = UNITS[frequency];
  const every = interval === 1 ? `every ${unit}` : `every ${interval} ${unit}s`;
  if (monthDays.length > 0) return `${every} on ${joined(monthDays.map(monthDayWords))}`;
  if (days.length === 0) return every;
  if (frequency === "MONTHLY") return `${every} on ${joined(days.map(ruleDayWords))}`;
  if (sameDays(days, WORKDAYS)) return interval === 1 ? "every weekday" : `${every} on weekdays`;
  const named = joined(days.map(ruleDayWords));
  return interval === 1 ? `every ${named}` : `${every} on ${named}`;
}

/** As "the 31st" or "the last day". */
export function monthDayWords(day: number): string {
  return day === -1 ? "the last day" : `the ${ordinal(day)}`;
}

/** As "Monday" or "the second Monday". */
export function ruleDayWords({ day, nth }: RuleDay): string {
  return nth === undefined ? dayName(day) : `the ${NTH[nth]} ${dayName(day)}`;
}

export function dayName(day: number): string {
  return DAY_NAMES[day] ?? "";
}

export function sameDays(one: readonly RuleDay[], other: readonly RuleDay[]): boolean {
  const codes = (days: readonly RuleDay[]) =>
    days
      .map(({ day, nth }) => `${nth ?? ""}${day}`)
      .sort()
      .join();
  return codes(one) === codes(other);
}

function ordinal(day: number): string {
  const isTeen = day >= 11 && day <= 13;
  return `${day}${(!isTeen && { 1: "st", 2: "nd", 3: "rd" }[day % 10]) || "th"}`;
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
