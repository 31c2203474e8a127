/** Ticking a box in notes: one character changes, and nothing else. */

import { boxesIn, parse } from "./markdown.ts";

/** What may be a box: behind the marker of a list, before a text. Whether it is one, the whole text decides. */
const CANDIDATE = /(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\](?=[ \t]+\S)/g;

/**
 * The notes with their box number `nth`, from 0, ticked or not; undefined where they have no such box, which says that
 * they were changed since they were shown.
 */
export function tick(notes: string, nth: number, checked: boolean): string | undefined {
  const before = boxes(notes);
  if (before[nth] === undefined) return undefined;
  if (before[nth] === checked) return notes;
  const at = placeOf(notes, nth, before.length);
  if (at === undefined) return undefined;
  const ticked = replaced(notes, at, checked);
  const after = boxes(ticked);
  const isRight =
    after.length === before.length &&
    after.every((box, each) => box === (each === nth ? checked : before[each]));
  return isRight ? ticked : undefined;
}

/**
 * Where the character of a box is. Candidates are ticked by the binary digits of their numbers, one reading for each
 * digit: what a real box shows over the readings is the number of its candidate. So the reader alone says what is a
 * box, in code, quotes and lists of any depth.
 */
function placeOf(notes: string, nth: number, count: number): number | undefined {
  const places = [...notes.matchAll(CANDIDATE)].map(found => found.index + found[0].length - BEHIND);
  let number = 0;
  for (let digit = 1; digit < places.length; digit *= 2) {
    let each = 0;
    const read = boxes(notes.replace(CANDIDATE, found => withBox(found, (each++ & digit) !== 0)));
    if (read.length !== count) return undefined;
    if (read[nth]) number += digit;
  }
  return places[number];
}

/** Where the character of a box is, from the end of its candidate. */
const BEHIND = 2;

function withBox(candidate: string, checked: boolean): string {
  return replaced(candidate, candidate.length - BEHIND, checked);
}

function replaced(text: string, at: number, checked: boolean): string {
  return text.slice(0, at) + (checked ? "x" : " ") + text.slice(at + 1);
}

function boxes(notes: string): boolean[] {
  return boxesIn(parse(notes));
}
