/** What a line says about when. The grammar is a part that is fetched once the page is at rest, or before it is needed. */

import { signal } from "@preact/signals";
import type { Understood } from "../rules/quick-add.ts";
import { timeZone } from "./account.ts";
import { currentTime } from "./clock.ts";
import { partIsGone } from "./new-version.ts";

const grammar = signal<typeof import("../rules/quick-add.ts").understood | undefined>(undefined);
let coming: Promise<void> | undefined;

/** Fetch it. Whoever waits for it goes on without where it is gone. */
export function fetchGrammar(whenGone: () => void = () => undefined): Promise<void> {
  coming ??= import("../rules/quick-add.ts").then(
    part => {
      grammar.value = part.understood;
    },
    () => {
      coming = undefined;
      whenGone();
    },
  );
  return coming;
}

/** Do something with lines, once they are understood. */
export function onceUnderstood(does: () => void): void {
  if (grammar.value !== undefined) does();
  else void fetchGrammar(partIsGone).then(does);
}

/**
 * All of it are words until the grammar is there. `on` is the day that is meant where the words name none.
 */
export function understandLine(line: string, on?: string): Understood {
  return grammar.value?.(line, currentTime(), timeZone.value, on) ?? { title: line.trim() };
}
