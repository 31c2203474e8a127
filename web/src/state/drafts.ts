/** Texts that are being written, kept until they are saved or thrown away: a closed page loses nothing. */

import { drop, keep, kept, keptUnder } from "../store/kept.ts";
import { dropShort, readShort, shortNames, writeShort } from "../store/short.ts";

export type Draft = { title?: string; notes?: string; answer?: string; version: number; at: string };

const KEEP_MILLISECONDS = 300;
const waiting = new Map<string, { draft: Draft; timer: ReturnType<typeof setTimeout> }>();

/** Where a draft is kept: a page that goes has no time for a database. */
export const DRAFT_PREFIX = "draft ";

export async function draftOf(todoId: string): Promise<Draft | undefined> {
  const found = waiting.get(todoId)?.draft;
  if (found !== undefined) return found;
  const text = readShort(DRAFT_PREFIX + todoId);
  return text === null ? kept<Draft>(DRAFT_PREFIX + todoId) : (JSON.parse(text) as Draft);
}

/** Keep it, once the typing pauses. */
export function keepDraft(todoId: string, draft: Draft): void {
  clearTimeout(waiting.get(todoId)?.timer);
  waiting.set(todoId, { draft, timer: setTimeout(() => write(todoId), KEEP_MILLISECONDS) });
}

export function dropDraft(todoId: string): void {
  clearTimeout(waiting.get(todoId)?.timer);
  waiting.delete(todoId);
  dropShort(DRAFT_PREFIX + todoId);
  void drop(DRAFT_PREFIX + todoId);
}

/** The page goes: write what is still waiting. */
export function keepDraftsNow(): void {
  for (const [todoId, { timer }] of waiting) {
    clearTimeout(timer);
    write(todoId);
  }
}

/** How many texts are being written and saved nowhere else, in all pages of this browser. */
export async function countDrafts(): Promise<number> {
  const names = [...waiting.keys()].map(todoId => DRAFT_PREFIX + todoId);
  const short = shortNames().filter(name => name.startsWith(DRAFT_PREFIX));
  return new Set([...names, ...short]).size + (await keptUnder(DRAFT_PREFIX)).length;
}

/** Whoever signs in here next may be somebody else. */
export function forgetDrafts(): void {
  for (const { timer } of waiting.values()) clearTimeout(timer);
  waiting.clear();
  for (const name of shortNames()) if (name.startsWith(DRAFT_PREFIX)) dropShort(name);
}

function write(todoId: string): void {
  const draft = waiting.get(todoId)?.draft;
  waiting.delete(todoId);
  if (draft === undefined) return;
  if (writeShort(DRAFT_PREFIX + todoId, JSON.stringify(draft))) return;
  // A long text may be more than it holds. The shorter one that it held is not the one to go on with.
  dropShort(DRAFT_PREFIX + todoId);
  void keep(DRAFT_PREFIX + todoId, draft);
}
