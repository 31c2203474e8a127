import assert from "node:assert/strict";
import { test } from "node:test";
import { dueParts } from "./dues.ts";
import { aRow } from "./sample.ts";

const BERLIN = "Europe/Berlin";
/** A Monday, 10:00 in Berlin. */
const NOW = new Date("2026-11-30T09:00:00.000Z");
const parts = (row: object, zone = BERLIN, now = NOW) => {
  const found = dueParts(aRow(row), zone, now, "en-GB");
  return found && `${found.state}: ${found.text}`;
};

for (const [date, expected] of [
  ["2026-11-29", "overdue: Yesterday"],
  ["2026-11-30", "today: Today"],
  ["2026-12-01", "soon: Tomorrow"],
  ["2026-12-06", "soon: Sunday"],
  ["2026-12-07", "later: 7 Dec"],
  ["2027-02-28", "later: 28 Feb 2027"],
  ["2026-11-01", "overdue: 1 Nov"],
  ["2025-12-31", "overdue: 31 Dec 2025"],
] as const) {
  test(`the day ${date} reads ${expected}`, () => assert.equal(parts({ due: { date } }), expected));
}

test("a day has passed when it has passed where the owner is", () => {
  const late = new Date("2026-11-30T23:30:00.000Z");
  assert.equal(parts({ due: { date: "2026-11-30" } }, BERLIN, late), "overdue: Yesterday");
  assert.equal(parts({ due: { date: "2026-11-30" } }, "America/New_York", late), "today: Today");
});

test("a time of the owner's zone names no zone", () => {
  const due = { at: "2026-11-30T15:00", time_zone: BERLIN };
  assert.equal(parts({ due, due_at: "2026-11-30T14:00:00.000Z" }), "today: Today, 15:00");
});

test("a time that has passed is overdue though its day has not", () => {
  const due = { at: "2026-11-30T09:00", time_zone: BERLIN };
  assert.equal(parts({ due, due_at: "2026-11-30T08:00:00.000Z" }), "overdue: Today, 09:00");
});

test("a time of another zone is told in the own zone, with the clock there beside it", () => {
  const due = { at: "2026-11-30T20:00", time_zone: "America/New_York" };
  assert.equal(parts({ due, due_at: "2026-12-01T01:00:00.000Z" }), "soon: Tomorrow, 02:00 (20:00 New York)");
});

test("zones whose clocks agree are not told apart", () => {
  const due = { at: "2026-12-01T15:00", time_zone: "Europe/Paris" };
  assert.equal(parts({ due, due_at: "2026-12-01T14:00:00.000Z" }), "soon: Tomorrow, 15:00");
});

test("a zone that is not known counts as UTC and is marked", () => {
  const due = { at: "2026-12-01T15:00", time_zone: "Mars/Olympus" };
  const row = { due, due_at: "2026-12-01T15:00:00.000Z", due_zone_unknown: true };
  assert.equal(parts(row), "soon: Tomorrow, 15:00 (Mars/Olympus is not known: UTC)");
});

test("what has no due reads as nothing", () => assert.equal(parts({}), undefined));
