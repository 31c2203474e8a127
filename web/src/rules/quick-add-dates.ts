/** The ways to say a date and a time: "15 April", "in 3 days", "at 9:30". */

import { daysLater, wallIn, weekday } from "./calendar.ts";
import {
  COUNT,
  counted,
  DAY,
  DAY_PARTS,
  dayNumber,
  MONTH,
  monthNumber,
  NUMBER,
  NUMBERED,
  type Said,
  type Way,
  way,
} from "./quick-add-words.ts";

/** What may stand before a date. */
const ON = "(?:due )?(?:(on|by|starting|starting on|beginning|from) )?";
/** Words of their own besides. */
const UNCERTAIN_DAYS = /^(?:sat|sun|wed)$/;
const YEAR = "(?:,? (\\d{4}))?";

export const DATES: readonly Way[] = [
  way(`${ON}(today|tomorrow|tmrw|tmr|(?:the )?day after tomorrow)`, ([, word, name = ""], { today }) =>
    on(word, daysLater(today, name === "today" ? 0 : name.includes("after") ? 2 : 1)),
  ),
  way(`${ON}(next |this )?(${DAY})`, ([, word, which, name = ""], { today }) => {
    const day = dayNumber(name);
    const isToday = which === "this " && day === weekday(today);
    const found = which === "next " ? inNextWeek(today, day) : isToday ? today : coming(today, day);
    return { ...on(word, found), isSure: !UNCERTAIN_DAYS.test(name) || Boolean(word || which) };
  }),
  way(`${ON}(this|next) weekend`, ([, word, which], { today }) =>
    on(word, daysLater(today, Math.max(0, 5 - weekday(today)) + (which === "next" ? 7 : 0))),
  ),
  way(`${ON}next (week|month|year)`, ([, word, unit], { today }) => {
    if (unit === "week") return on(word, inNextWeek(today, 0));
    if (unit === "month") return on(word, monthsLater(`${today.slice(0, 8)}01`, 1));
    return on(word, monthsLater(`${today.slice(0, 5)}01-01`, 12));
  }),
  way(`${ON}(?:the )?end of (?:the |this )?month`, ([, word], { today }) => {
    const next = monthsLater(`${today.slice(0, 8)}01`, 1);
    return on(word, next && daysLater(next, -1));
  }),
  way(`(?:due )?in (${COUNT}) (day|week|month|year)s?`, ([, count, unit], { today }) =>
    inUnits(counted(count), unit, today),
  ),
  way("(?:due )?in an? (week|month|year)", ([, unit], { today }) => inUnits(1, unit, today)),
  way(`(?:due )?in (?:(${COUNT})|an?) (hour|minute|min)s?`, ([, count, unit], { now, zone }) => {
    const minutes = counted(count) * (unit === "hour" ? 60 : 1);
    // A due has no seconds: it is not sooner than was said.
    const minute = Math.ceil(now.getTime() / 60_000) + minutes;
    const then = wallIn(zone, new Date(minute * 60_000));
    return { day: then.slice(0, 10), clock: then.slice(11, 16), isSure: true };
  }),
  way(
    `${ON}(\\d{4})-(\\d\\d)-(\\d\\d)(?:t(\\d\\d):(\\d\\d))?`,
    ([, word, year, month, date, hour, minute]) => {
      const day = on(word, dayOf(Number(year), Number(month), Number(date)));
      if (hour === undefined) return day;
      const time = clockAt(Number(hour), Number(minute), true);
      return day && time && { ...day, ...time };
    },
  ),
  way(`${ON}(?:the )?(${NUMBER})(?: of)? (${MONTH})${YEAR}`, ([, word, date, month = "", year], { today }) =>
    on(word, inMonth(monthNumber(month), date, year, today)),
  ),
  way(`${ON}(${MONTH}) (${NUMBER})${YEAR}`, ([, word, month = "", date, year], { today }) =>
    on(word, inMonth(monthNumber(month), date, year, today)),
  ),
  way(`(?:due )?(on|by|starting|starting on|from) the (${NUMBERED})`, ([, word, date = ""], { today }) =>
    on(word, numbered(Number.parseInt(date, 10), today)),
  ),
];

export const TIMES: readonly Way[] = [
  way("(?:due )?(?:at |by |@ ?)?(\\d{1,2})(?:[:.](\\d\\d))? ?([ap])\\.?m\\.?", ([, hour, minute, half]) => {
    const told = Number(hour);
    if (told < 1 || told > 12) return undefined;
    return clockAt((told % 12) + (half === "p" ? 12 : 0), Number(minute ?? 0), true);
  }),
  way("(?:due )?(at |by |@ ?)?(\\d{1,2}):(\\d\\d)", ([, word, hour = "", minute]) =>
    // "Read John 3:16" names no time, "Call home 18:30" does.
    clockAt(Number(hour), Number(minute), word !== undefined || hour.length === 2),
  ),
  way("(?:at |@ ?)(\\d{1,2})( o['’]?clock)?", ([, hour, clock]) => {
    const told = Number(hour);
    // Nobody means three in the morning by "friday at 3". "Cap the retries at 3" is no time.
    return clockAt(told >= 1 && told <= 6 ? told + 12 : told, 0, clock !== undefined);
  }),
  way("(at |by )?noon", ([, word]) => clockAt(12, 0, word !== undefined)),
  way("(?:in the )?(morning|afternoon|evening|night)", ([, part = ""]) => ({ clock: DAY_PARTS[part] ?? "" })),
  way("(?:this (morning|afternoon|evening)|tonight)", ([, part = "night"], { today }) => ({
    day: today,
    clock: DAY_PARTS[part] ?? "",
    isSure: true,
  })),
];

/** The day, with the word before it. */
function on(word: string | undefined, day: string | undefined): Said | undefined {
  if (day === undefined) return undefined;
  const isStart = word !== undefined && word !== "on" && word !== "by";
  return { day, isSure: true, ...(isStart && { isStart }) };
}

/** The next one of this name behind today. */
function coming(today: string, day: number): string {
  return daysLater(today, ((day - weekday(today) + 6) % 7) + 1);
}

/** In the week that begins with the next Monday. */
function inNextWeek(today: string, day: number): string {
  return daysLater(today, 7 - weekday(today) + day);
}

function inUnits(count: number, unit: string | undefined, today: string): Said | undefined {
  if (unit === "day" || unit === "week")
    return on(undefined, daysLater(today, unit === "day" ? count : 7 * count));
  return on(undefined, monthsLater(today, unit === "month" ? count : 12 * count));
}

/** That day of that month: in the year, or else the next one from today on. */
export function inMonth(month: number, number = "", year: string | undefined, today: string) {
  const date = Number.parseInt(number, 10);
  if (year !== undefined) return dayOf(Number(year), month, date);
  const first = Number(today.slice(0, 4));
  // A 29 February is eight years away at most.
  const years = Array.from({ length: 9 }, (_, at) => dayOf(first + at, month, date));
  return years.find(day => day !== undefined && day >= today);
}

/** The next day of this number: in this month or the first one after it that has it. */
function numbered(date: number, today: string): string | undefined {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const days = [0, 1, 2].map(at =>
    dayOf(year + Math.floor((month - 1 + at) / 12), ((month - 1 + at) % 12) + 1, date),
  );
  return days.find(day => day !== undefined && day >= today);
}

/** That many months later; in a month that is too short, on its last day. */
function monthsLater(day: string, months: number): string | undefined {
  const all = 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1 + months;
  const dates = [0, 1, 2, 3].map(less => Number(day.slice(8)) - less);
  const days = dates.map(date => dayOf(Math.floor(all / 12), (all % 12) + 1, date));
  return days.find(each => each !== undefined);
}

/** Undefined: no calendar has it. */
function dayOf(year: number, month: number, date: number): string | undefined {
  const day = `${String(year).padStart(4, "0")}-${two(month)}-${two(date)}`;
  const at = new Date(`${day}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
}

function clockAt(hour: number, minute: number, isSure: boolean): Said | undefined {
  return hour < 24 && minute < 60 ? { clock: `${two(hour)}:${two(minute)}`, isSure } : undefined;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
