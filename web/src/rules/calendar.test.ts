import assert from "node:assert/strict";
import { test } from "node:test";
import { dayIn, daysBetween, daysLater, instantOf, isZone, wallIn, weekday } from "./calendar.ts";

test("one instant is another day in another zone", () => {
  const at = new Date("2026-12-31T23:30:00Z");
  assert.equal(dayIn("UTC", at), "2026-12-31");
  assert.equal(dayIn("Europe/Berlin", at), "2027-01-01");
  assert.equal(wallIn("America/New_York", at), "2026-12-31T18:30:00");
});

test("midnight is 00, not 24", () => {
  assert.equal(wallIn("Europe/Berlin", new Date("2026-12-31T23:00:00Z")), "2027-01-01T00:00:00");
});

const INSTANTS: [string, string, string, string][] = [
  ["an ordinary time", "2027-01-31T09:00", "Europe/Berlin", "2027-01-31T08:00:00.000Z"],
  ["one with seconds", "2027-01-31T09:00:30", "Europe/Berlin", "2027-01-31T08:00:30.000Z"],
  [
    "a time that is skipped, by the offset before",
    "2027-03-14T02:30",
    "America/New_York",
    "2027-03-14T07:30:00.000Z",
  ],
  ["a time that comes twice, the first", "2026-11-01T01:30", "America/New_York", "2026-11-01T05:30:00.000Z"],
  ["a midnight that does not exist", "2026-09-06T00:00", "America/Santiago", "2026-09-06T04:00:00.000Z"],
  ["half an hour of summer", "2026-10-04T02:15", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"],
  ["the hour before a change", "2027-03-28T01:59", "Europe/Berlin", "2027-03-28T00:59:00.000Z"],
  ["the hour after it", "2027-03-28T03:00", "Europe/Berlin", "2027-03-28T01:00:00.000Z"],
];

for (const [what, wall, zone, instant] of INSTANTS) {
  test(`${what}: ${wall} in ${zone} is ${instant}`, () => {
    assert.equal(instantOf(wall, zone).toISOString(), instant);
  });
}

test("an unknown zone counts as UTC", () => {
  assert.ok(!isZone("Mars/Olympus"));
  assert.equal(instantOf("2027-01-31T09:00", "Mars/Olympus").toISOString(), "2027-01-31T09:00:00.000Z");
  assert.equal(dayIn("Mars/Olympus", new Date("2026-12-31T23:30:00Z")), "2026-12-31");
});

test("days are counted over months, leap days and clock changes", () => {
  assert.equal(daysLater("2028-02-28", 1), "2028-02-29");
  assert.equal(daysLater("2027-03-01", -1), "2027-02-28");
  assert.equal(daysBetween("2027-03-27", "2027-03-29"), 2);
  assert.equal(daysBetween("2027-01-02", "2026-12-31"), -2);
});

test("the week begins on Monday", () => {
  assert.equal(weekday("2026-11-30"), 0);
  assert.equal(weekday("2026-12-06"), 6);
});
