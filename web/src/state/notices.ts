/** What the page says: one notice at a time, with what can be done about it; and what a screen reader hears. */

import { signal } from "@preact/signals";

export type Notice = { text: string; action?: { label: string; run: () => void }; lasting?: boolean };

export const notice = signal<Notice | undefined>(undefined);

/** Read aloud politely when it changes. */
export const announced = signal("");

const SHOWN_MILLISECONDS = 8_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Show a notice in place of the one before; it goes by itself unless it lasts. */
export function notify(given: Notice): void {
  clearTimeout(timer);
  notice.value = given;
  announce(given.action ? `${given.text} ${given.action.label} is offered.` : given.text);
  if (!given.lasting) timer = setTimeout(dismissNotice, SHOWN_MILLISECONDS);
}

export function dismissNotice(): void {
  clearTimeout(timer);
  notice.value = undefined;
}

/** Say something to a screen reader alone. The same words again are said again. */
export function announce(text: string): void {
  announced.value = announced.value === text ? `${text}\u00a0` : text;
}
