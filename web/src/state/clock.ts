/** The time, as far as what is shown depends on it: claims lapse and days pass while a page is open. */

import { signal } from "@preact/signals";

const TICK_MILLISECONDS = 30_000;

export const now = signal(new Date());

export function runClock(): void {
  const tick = () => {
    now.value = new Date();
  };
  setInterval(tick, TICK_MILLISECONDS);
  document.addEventListener("visibilitychange", tick);
}
