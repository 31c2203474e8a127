/**
 * Finding todos by their words: case, accents, normal forms and invisible characters aside. It finds what the
 * service's own search finds in the same text, so that what it answers besides can be added.
 */

import type { Row } from "./rows.ts";

/** Letters with a stroke and ligatures, which Unicode does not decompose, and the quotes that keyboards put in. */
const UNDECOMPOSED: Record<string, string> = {
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  æ: "ae",
  œ: "oe",
  "‘": "'",
  "’": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "„": '"',
  // Case folding knows one sigma, lower-casing two.
  ς: "σ",
};
const REPLACED = new RegExp(`[${Object.keys(UNDECOMPOSED).join("")}]`, "g");
const BEYOND_ASCII = /\P{ASCII}+/gu;
/** Putting a run of marks in order costs its square; no script has thirty on one letter (UAX #15, stream-safe text). */
const MARKS_PILED_UP = /(\p{Mn}{30})\p{Mn}+/gu;
const MARKS = /[\p{M}\p{Cf}]/gu;
/** Nothing of it is part of a word; for the service some controls are white space too. */
const SEPARATORS = /[\s\p{Cc}]+/u;

/** The text as search compares it. No character needs its neighbours for that, so ASCII goes the short way. */
export function folded(text: string): string {
  return text
    .toLowerCase()
    .replace(BEYOND_ASCII, run => (run.length > SHORT ? foldedRun(run) : remembered(run)));
}

function foldedRun(run: string): string {
  // Upper case in between does what lower-casing alone does not: ß becomes ss, and the long s an s.
  const caseless = run
    .replace(MARKS_PILED_UP, "$1")
    .normalize("NFKD")
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize("NFKD");
  return caseless.replace(MARKS, dropped).replace(REPLACED, each => UNDECOMPOSED[each] ?? each);
}

/** Longest run that is worth remembering, and how many are: accented letters come again and again. */
const SHORT = 4;
const REMEMBERED = 2_000;
const runs = new Map<string, string>();

function remembered(run: string): string {
  let found = runs.get(run);
  if (found === undefined) {
    found = foldedRun(run);
    if (runs.size < REMEMBERED) runs.set(run, found);
  }
  return found;
}

/** The words that somebody typed, as `matches` takes them. */
export function wordsOf(searched: string): string[] {
  return folded(searched).split(SEPARATORS).filter(Boolean);
}

const known = new WeakMap<Row, string>();

/** Whether every word is somewhere in the title or the notes that the page has. */
export function matches(row: Row, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  let text = known.get(row);
  if (text === undefined) {
    text = folded(`${row.title}\n${row.notes}`);
    known.set(row, text);
  }
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}

/** The same for many rows: what was typed is looked at once. */
export function matcher(searched: string): (row: Row) => boolean {
  const words = wordsOf(searched);
  return row => matches(row, words);
}

const kept = new Map<string, string>();

/** Marks that combine are dropped; those that stand for a vowel of their own (Devanagari) are not. */
function dropped(mark: string): string {
  let stays = kept.get(mark);
  if (stays === undefined) {
    stays = /\p{Cf}/u.test(mark) || combines(mark) ? "" : mark;
    kept.set(mark, stays);
  }
  return stays;
}

/** Whether its combining class is not 0: only then does it change places with a mark of another class (UAX #15). */
function combines(mark: string): boolean {
  const behindHighest = `\u0345${mark}`;
  const beforeLowest = `${mark}\u0334`;
  return behindHighest.normalize("NFD") !== behindHighest || beforeLowest.normalize("NFD") !== beforeLowest;
}
