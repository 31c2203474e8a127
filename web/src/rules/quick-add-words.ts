/** The words that dates, times and repeats are made of, as sources of patterns in lower case; and what they count. */

import type { Rule } from "./repeats.ts";

/** What some words say; whatever is not there they do not say. */
export type Said = {
  /** As 2027-01-31. */
  day?: string;
  /** As 09:00. */
  clock?: string;
  rule?: Rule;
  /** They say when by themselves; otherwise only beside others. */
  isSure?: boolean;
  /** The day is one that a repeat starts on. */
  isStart?: boolean;
};

/** What the clocks of the owner show. */
export type Wall = { today: string; now: Date; zone: string };

export type Way = {
  pattern: RegExp;
  /** Undefined: there is no such day or time. */
  reads: (match: RegExpExecArray, wall: Wall) => Said | undefined;
};

const DAY_NAMES = [
  "mon(?:day)?",
  "tue(?:s(?:day)?)?",
  "wed(?:s|nesday)?",
  "thu(?:r(?:s(?:day)?)?)?",
  "fri(?:day)?",
  "sat(?:urday)?",
  "sun(?:day)?",
];
const MONTH_NAMES = [
  "jan(?:uary)?",
  "feb(?:ruary)?",
  "mar(?:ch)?",
  "apr(?:il)?",
  "may",
  "june?",
  "july?",
  "aug(?:ust)?",
  "sept?(?:ember)?",
  "oct(?:ober)?",
  "nov(?:ember)?",
  "dec(?:ember)?",
];
const COUNTS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const NTHS = ["first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th"];

export const DAY = `(?:${DAY_NAMES.join("|")})`;
export const MONTH = `(?:${MONTH_NAMES.join("|")})`;
export const COUNT = `(?:\\d{1,3}|${COUNTS.slice(1).join("|")})`;
/** Of a day in its month: as 31, or as 31st. */
const PLAIN = "(?:[12]\\d|3[01]|0?[1-9])";
export const NUMBERED = "(?:[23]?1st|2?2nd|2?3rd|1[1-3]th|[12]?[4-9]th|[123]0th)";
export const NUMBER = `(?:${NUMBERED}|${PLAIN})`;
/** Which one of its month. */
export const NTH = `(?:${NTHS.join("|")}|last)`;
export const AND = "(?:, and | and | & |, )";

/** From the first word of what is left to the end of its last one; a comma may stand behind it. */
export function way(source: string, reads: Way["reads"]): Way {
  return { pattern: new RegExp(`^${source},? `), reads };
}

/** 0 is Monday; a plural is the same day. */
export const dayNumber = (word: string) => numberIn(DAY_NAMES, word);
/** 1 is January. */
export const monthNumber = (word: string) => numberIn(MONTH_NAMES, word) + 1;
/** 1 is the first, -1 the last. */
export const nthNumber = (word: string) => numberIn(NTHS, word) + 1 || -1;

function numberIn(names: readonly string[], word: string): number {
  return names.findIndex(name => new RegExp(`^(?:${name})s?$`).test(word));
}

/** As a number or spelled; left out, it is one. */
export function counted(word = "one"): number {
  const spelled = COUNTS.indexOf(word);
  return spelled > 0 ? spelled : Number(word);
}

export function listed(words: string): string[] {
  return words.split(/, and | and | & |, /).map(word => word.replace(/^the /, ""));
}

/** What the parts of a day are taken for. */
export const DAY_PARTS: Record<string, string> = {
  morning: "09:00",
  afternoon: "15:00",
  evening: "19:00",
  night: "20:00",
};
