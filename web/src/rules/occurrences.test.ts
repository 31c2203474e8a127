import assert from "node:assert/strict";
import { test } from "node:test";
import type { Due } from "../api/types.ts";
import { daysAhead, nextDay, nextDue } from "./occurrences.ts";
import { parsedRule, ruleOf } from "./repeats.ts";

/** Each is completed on the day that it is due. */
function following(rrule: string, anchor: string, times: number, from = anchor): string[] {
  const rule = parsedRule(rrule);
  assert.ok(rule);
  const found: string[] = [];
  for (let day = from; found.length < times; ) {
    day = nextDay(rule, anchor, day) ?? "";
    found.push(day);
  }
  return found;
}

for (const [rrule, anchor, expected] of [
  ["FREQ=MONTHLY;BYMONTHDAY=31", "2027-01-31", ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]],
  ["FREQ=MONTHLY", "2027-01-31", ["2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"]],
  ["FREQ=MONTHLY", "2028-01-31", ["2028-02-29", "2028-03-31"]],
  ["FREQ=MONTHLY", "2027-02-28", ["2027-03-28", "2027-04-28"]],
  ["FREQ=MONTHLY;BYMONTHDAY=-1", "2027-02-28", ["2027-03-31", "2027-04-30"]],
  ["FREQ=MONTHLY;BYMONTHDAY=1,15", "2027-02-15", ["2027-03-01", "2027-03-15"]],
  ["FREQ=MONTHLY;BYMONTHDAY=30,31", "2027-01-31", ["2027-02-28", "2027-03-30", "2027-03-31"]],
  ["FREQ=MONTHLY;BYDAY=-1FR", "2026-09-25", ["2026-10-30", "2026-11-27"]],
  ["FREQ=MONTHLY;BYDAY=5MO", "2026-08-31", ["2026-11-30", "2027-03-29"]],
  ["FREQ=MONTHLY;INTERVAL=2", "2026-12-31", ["2027-02-28", "2027-04-30", "2027-06-30", "2027-08-31"]],
  ["FREQ=YEARLY", "2028-02-29", ["2029-02-28", "2030-02-28", "2031-02-28", "2032-02-29"]],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-09-25", ["2026-09-28", "2026-09-29"]],
  ["FREQ=WEEKLY", "2026-12-01", ["2026-12-08", "2026-12-15"]],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "2026-09-24", ["2026-10-05", "2026-10-08", "2026-10-19"]],
  ["FREQ=DAILY;INTERVAL=3", "2026-12-30", ["2027-01-02", "2027-01-05"]],
  ["FREQ=DAILY;BYDAY=SA", "2026-09-21", ["2026-09-26", "2026-10-03"]],
] as const) {
  test(`${rrule} from ${anchor} goes on with ${expected.join(", ")}`, () =>
    assert.deepEqual(following(rrule, anchor, expected.length), expected));
}

test("a monthly one keeps its day of the month for years", () => {
  const days = following("FREQ=MONTHLY", "2013-05-12", 27);
  assert.equal(days.at(-1), "2015-08-12");
  assert.ok(days.every(day => day.endsWith("-12")));
});

test("every other day keeps its rhythm, wherever one looks", () =>
  assert.equal(nextDay(ruleOf("DAILY", { interval: 2 }), "2026-09-21", "2026-10-01"), "2026-10-03"));

test("there is nothing behind the last year", () =>
  assert.equal(nextDay(ruleOf("YEARLY"), "9999-06-01", "9999-06-01"), undefined));

const next = (due: Due, rrule: string, now: string, zone: string) =>
  nextDue(due, { rrule, anchor: "date" in due ? due.date : due.at }, zone, new Date(now));

for (const [name, due, rrule, now, zone, expected] of [
  [
    "long after its due comes the first after now",
    { date: "2027-01-31" },
    "FREQ=MONTHLY",
    "2027-06-10T10:00Z",
    "UTC",
    "2027-06-30",
  ],
  [
    "before its due comes the next after that",
    { date: "2026-12-01" },
    "FREQ=WEEKLY",
    "2026-11-25T10:00Z",
    "UTC",
    "2026-12-08",
  ],
  [
    "a day that has begun is not after now",
    { date: "2026-12-01" },
    "FREQ=DAILY",
    "2026-12-05T10:00Z",
    "UTC",
    "2026-12-06",
  ],
  [
    "a day begins where the owner is",
    { date: "2026-12-01" },
    "FREQ=DAILY",
    "2026-12-05T23:30Z",
    "Europe/Berlin",
    "2026-12-07",
  ],
  [
    "the eve of a clock change",
    { date: "2026-10-03" },
    "FREQ=DAILY",
    "2026-10-03T10:00Z",
    "Australia/Sydney",
    "2026-10-04",
  ],
  [
    "a midnight that does not exist",
    { date: "2026-09-05" },
    "FREQ=DAILY",
    "2026-09-05T20:00Z",
    "America/Santiago",
    "2026-09-06",
  ],
  [
    "a wall time over a clock change",
    { at: "2026-10-19T09:00", time_zone: "Europe/London" },
    "FREQ=WEEKLY;INTERVAL=2",
    "2026-10-19T08:30Z",
    "UTC",
    "2026-11-02T09:00",
  ],
  [
    "a wall time in a gap",
    { at: "2027-03-13T02:30", time_zone: "America/New_York" },
    "FREQ=DAILY",
    "2027-03-13T08:00Z",
    "UTC",
    "2027-03-14T02:30",
  ],
  [
    "the gap has passed",
    { at: "2027-03-13T02:30", time_zone: "America/New_York" },
    "FREQ=DAILY",
    "2027-03-14T07:30Z",
    "UTC",
    "2027-03-15T02:30",
  ],
  [
    "later today is after now",
    { at: "2026-12-01T18:00", time_zone: "Europe/Berlin" },
    "FREQ=DAILY",
    "2026-12-05T16:59Z",
    "UTC",
    "2026-12-05T18:00",
  ],
] as const) {
  test(`${name}: ${expected}`, () => {
    const found = next(due, rrule, now, zone);
    assert.equal(found && ("date" in found ? found.date : found.at), expected);
  });
}

test("of a rule that is not known here nothing is said", () =>
  assert.equal(next({ date: "2026-12-01" }, "FREQ=HOURLY", "2026-12-01T10:00Z", "UTC"), undefined));

test("the days ahead begin behind the due", () =>
  assert.deepEqual(
    daysAhead(
      { date: "2026-09-25" },
      { rrule: "FREQ=WEEKLY", anchor: "2026-09-04" },
      "2026-09-01",
      "2026-10-09",
    ),
    ["2026-10-02", "2026-10-09"],
  ));
