/** Texts that are being written, kept until they are saved or thrown away: a closed page loses nothing. */

import { drop, keep, kept } from "../store/kept.ts";

export type Draft = { title?: string; notes?: string; answer?: string; version: number; at: string };

const KEEP_MILLISECONDS = 300;
const pending = new Map<string, { draft: Draft; timer: ReturnType<typeof setTimeout> }>();

const nameOf = (todoId: string) => `draft ${todoId}`;

export function draftOf(todoId: string): Promise<Draft | undefined> {
  return kept<Draft>(nameOf(todoId));
}

/** Keep it, once the typing pauses. */
export function keepDraft(todoId: string, draft: Draft): void {
  clearTimeout(pending.get(todoId)?.timer);
  pending.set(todoId, { draft, timer: setTimeout(() => write(todoId), KEEP_MILLISECONDS) });
}

export function dropDraft(todoId: string): void {
  clearTimeout(pending.get(todoId)?.timer);
  pending.delete(todoId);
  void drop(nameOf(todoId));
}

function write(todoId: string): void {
  const draft = pending.get(todoId)?.draft;
  pending.delete(todoId);
  if (draft !== undefined) void keep(nameOf(todoId), draft);
}

/** The page goes: write what is still waiting. */
export function keepDraftsNow(): void {
  for (const [todoId, { timer }] of pending) {
    clearTimeout(timer);
    write(todoId);
  }
}
