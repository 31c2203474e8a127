/**
 * Days and clock times of a time zone, by Intl alone. A day is written `2027-01-31`, a clock time
 * `2027-01-31T09:00` or with seconds. A zone that this browser does not know counts as UTC.
 */

const DAY_MILLISECONDS = 86_400_000;

const clocks = new Map<string, Intl.DateTimeFormat | undefined>();

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!clocks.has(zone)) clocks.set(zone, madeClock(zone));
  return clocks.get(zone);
}

function madeClock(timeZone: string): Intl.DateTimeFormat | undefined {
  const two = "2-digit";
  try {
    return new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
  } catch {
    return undefined;
  }
}

export function isZone(zone: string): boolean {
  return clockOf(zone) !== undefined;
}

/** What the clocks of the zone show then, to the second. */
export function wallIn(zone: string, instant: Date): string {
  const clock = clockOf(zone);
  if (clock === undefined) return instant.toISOString().slice(0, 19);
  const { year = "", month, day, hour, minute, second } = partsOf(clock, instant);
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}`;
}

function partsOf(clock: Intl.DateTimeFormat, instant: Date): Record<string, string> {
  return Object.fromEntries(clock.formatToParts(instant).map(part => [part.type, part.value]));
}

export function dayIn(zone: string, instant: Date): string {
  return wallIn(zone, instant).slice(0, 10);
}

/**
 * When the clocks of the zone show this time. One that a clock change skips counts by the offset before it
 * (RFC 5545 3.3.5); of two the first.
 */
export function instantOf(wall: string, zone: string): Date {
  const asUtc = Date.parse(`${wall}Z`);
  const before = asUtc - offsetAt(zone, asUtc - DAY_MILLISECONDS);
  const after = asUtc - offsetAt(zone, asUtc + DAY_MILLISECONDS);
  const shows = (at: number) => at + offsetAt(zone, at) === asUtc;
  return new Date(!shows(before) && shows(after) ? after : before);
}

/** How far the clocks are ahead of UTC, in milliseconds. */
function offsetAt(zone: string, at: number): number {
  const whole = Math.floor(at / 1000) * 1000;
  return Date.parse(`${wallIn(zone, new Date(whole))}Z`) - whole;
}

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MILLISECONDS).toISOString().slice(0, 10);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MILLISECONDS);
}

/** 0 is Monday. */
export function weekday(day: string): number {
  return (new Date(Date.parse(day)).getUTCDay() + 6) % 7;
}
