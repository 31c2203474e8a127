const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 30;

/** How many days a deleted todo still stays, the one that has begun included; 0 when it is gone. */
export function daysLeft(deletedAt: string, now: Date): number {
  const left = Date.parse(deletedAt) + KEPT_DAYS * DAY_MILLISECONDS - now.getTime();
  return Math.min(KEPT_DAYS, Math.max(0, Math.ceil(left / DAY_MILLISECONDS)));
}
