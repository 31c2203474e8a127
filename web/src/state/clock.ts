/** The time, as far as what is shown depends on it: claims lapse and days pass while a page is open. */

import { signal } from "@preact/signals";
import { whenTold } from "../api/client.ts";

const TICK_MILLISECONDS = 30_000;
/** By how much a device's clock may be off before the service's is gone by, in milliseconds. */
const MOST_OFF_MILLISECONDS = 60_000;

/** How far the service's clock is ahead of this device's, in milliseconds; 0 while they agree. */
let ahead = 0;

export const now = signal(new Date());

export function runClock(): void {
  setInterval(tick, TICK_MILLISECONDS);
  document.addEventListener("visibilitychange", tick);
  whenTold(hearTime);
}

/** The service says what time it is. */
export function hearTime(at: Date): void {
  const difference = at.getTime() - Date.now();
  // An answer that took long is late, and no sign of a clock that is off.
  const heard = Math.abs(difference) > MOST_OFF_MILLISECONDS ? difference : 0;
  const changed = Math.abs(heard - ahead) > MOST_OFF_MILLISECONDS;
  if (!changed) return;
  ahead = heard;
  tick();
}

/** To the moment; `now` stands still in between. */
export function currentTime(): Date {
  return new Date(Date.now() + ahead);
}

function tick(): void {
  now.value = currentTime();
}
