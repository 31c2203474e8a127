/**
 * What the end of a line says about when: "Submit report friday at 3pm", "Water the plants every mon and thu".
 *
 * English. Only the end counts, only as a whole, and never what stands in quotes. Words that are names as often as
 * times ("sun", "noon", "at 9") count beside others alone. What has passed is no due.
 */

import type { Due } from "../api/types.ts";
import { daysLater, instantOf, wallIn } from "./calendar.ts";
import { firstDay } from "./occurrences.ts";
import { DATES, TIMES } from "./quick-add-dates.ts";
import { REPEATS } from "./quick-add-repeats.ts";
import type { Said, Wall } from "./quick-add-words.ts";
import { writtenRule } from "./repeats.ts";

export type Understood = {
  /** The line without the words that say when. */
  title: string;
  due?: Due;
  rrule?: string;
  /** Those words, as they stand in the line. */
  words?: string;
};

const WAYS = [...REPEATS, ...DATES, ...TIMES];
/** Longer than any way to say when. */
const MOST_WORDS = 16;

/** After one of these the words are about something else: "review notes from last friday". */
const BEFORE_NAMES = new Set(
  (
    "a an the my our your his her their its this that these those any no not each every last next and or vs versus " +
    "of to for from with without about until till since before after than then like between through during into as " +
    "is was are were be at in on by via per re"
  ).split(" "),
);
const NAMED_DAY =
  /\b(?:black|good|cyber|ash|palm|easter|super|fat|blue|bloody|holy|shrove|maundy|giving|freaky|ruby) (?:mon|tues|wednes|thurs|fri|satur|sun)day$/;

/** `on` is the day that is meant where the words name none. */
export function understood(line: string, now: Date, zone: string, on?: string): Understood {
  const plain = { title: line.trim() };
  const words = wordsBehindQuotes(line);
  for (let at = Math.max(0, words.length - MOST_WORDS); at < words.length; at += 1) {
    const start = words[at]?.start ?? 0;
    const found = when(
      words.slice(at).map(word => word.text),
      now,
      zone,
      on,
    );
    if (found === undefined) continue;
    const before = line.slice(0, start);
    const title = before.replace(/(?:[\s,;:]|\s[-–—])+$/, "").trim();
    const day = `${before} ${words[at]?.text}`.toLowerCase().replace(/\s+/g, " ");
    if (title === "" || isAboutElse(before) || NAMED_DAY.test(day)) return plain;
    return { title, ...found, words: line.slice(start).trim() };
  }
  return plain;
}

/** Whether what stands before the words makes them part of a name. */
function isAboutElse(before: string): boolean {
  const last = before.trim().split(/\s+/).at(-1)?.toLowerCase() ?? "";
  return BEFORE_NAMES.has(last) || /['’]s$/.test(last);
}

/** What is quoted begins behind a space: inches and apostrophes do not. A quote that is not closed yet goes on. */
const QUOTED =
  /(?<=^|[\s([])(?:"[^"]*"|“[^”]*”|«[^»]*»|‘[^’]*’|`[^`]*`|'[^']*'(?![\p{L}\p{N}])|["“«`].*$)/gsu;

function wordsBehindQuotes(line: string): { text: string; start: number }[] {
  let end = 0;
  for (const quote of line.matchAll(QUOTED)) end = quote.index + quote[0].length;
  return [...line.slice(end).matchAll(/\S+/g)]
    .filter(word => end === 0 || word.index > 0)
    .map(word => ({ text: word[0].toLowerCase(), start: end + word.index }));
}

/** What all of the words say together. Undefined: not all of them do, or nothing for sure. */
function when(
  words: string[],
  now: Date,
  zone: string,
  on: string | undefined,
): Pick<Understood, "due" | "rrule"> | undefined {
  const wall = wallIn(zone, now);
  const today = wall.slice(0, 10);
  const line = words.join(" ").replace(/[.!]+$/, "");
  const found = read(`${line} `, { today, now, zone }, {});
  if (found === undefined || !isCertain(found)) return undefined;
  const { clock, rule } = found;
  let day = found.day ?? on ?? today;
  if (found.day !== undefined && day < today) return undefined;
  const hasPassed = clock !== undefined && instantOf(`${day}T${clock}`, zone) <= now;
  if (hasPassed && found.day === undefined && on === undefined) day = daysLater(day, 1);
  if (rule !== undefined) day = firstDay(rule, day) ?? "";
  if (day.length !== 10) return undefined;
  const due: Due = clock === undefined ? { date: day } : { at: `${day}T${clock}`, time_zone: zone };
  return { due, ...(rule && { rrule: writtenRule(rule) }) };
}

/** Each part at most once, in any order. */
function read(rest: string, wall: Wall, before: Said): Said | undefined {
  if (rest === "") return before;
  for (const { pattern, reads } of WAYS) {
    const match = pattern.exec(rest);
    const found = match && reads(match, wall);
    if (!match || !found || PARTS.some(part => part in before && part in found)) continue;
    const isSure = (before.isSure ?? false) || (found.isSure ?? false);
    const whole = read(rest.slice(match[0].length), wall, { ...before, ...found, isSure });
    if (whole !== undefined) return whole;
  }
  return undefined;
}

const PARTS = ["day", "clock", "rule"] as const;

function isCertain(found: Said): boolean {
  if (found.isStart && found.rule === undefined) return false;
  return found.isSure || PARTS.filter(part => part in found).length > 1;
}
