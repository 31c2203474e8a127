import assert from "node:assert/strict";
import { test } from "node:test";
import { agenda, grouping } from "./agenda.ts";
import { aRow } from "./sample.ts";

const BERLIN = "Europe/Berlin";
/** A Wednesday, 10:00 in Berlin. */
const NOW = new Date("2026-12-02T09:00:00.000Z");
const group = (row: object, now = NOW) => grouping(BERLIN, now)(aRow(row));

for (const [date, expected] of [
  ["2026-12-01", "overdue"],
  ["2026-12-02", "today"],
  ["2026-12-03", "tomorrow"],
  ["2026-12-04", "week"],
  ["2026-12-06", "week"],
  ["2026-12-07", "later"],
  ["2027-12-04", "later"],
] as const) {
  test(`${date} is ${expected} on a Wednesday`, () => assert.equal(group({ due: { date } }), expected));
}

for (const [at, zone, expected] of [
  ["2026-12-02T09:59", BERLIN, "overdue"],
  ["2026-12-02T10:01", BERLIN, "today"],
  ["2026-12-02T23:59", BERLIN, "today"],
  ["2026-12-03T00:00", BERLIN, "tomorrow"],
  ["2026-12-02T18:30", "America/New_York", "tomorrow"],
  ["2026-12-06T23:59", BERLIN, "week"],
  ["2026-12-07T00:00", BERLIN, "later"],
] as const) {
  test(`${at} in ${zone} is ${expected} in Berlin`, () =>
    assert.equal(group({ due: { at, time_zone: zone } }), expected));
}

test("on a Sunday tomorrow is tomorrow, and nothing is left of the week", () => {
  const sunday = new Date("2026-12-06T09:00:00.000Z");
  assert.equal(group({ due: { date: "2026-12-07" } }, sunday), "tomorrow");
  assert.equal(group({ due: { date: "2026-12-08" } }, sunday), "later");
});

test("what has no due comes last, and a group keeps its order", () => {
  const rows = [
    aRow({ title: "some time" }),
    aRow({ title: "today, second", due: { date: "2026-12-02" } }),
    aRow({ title: "late", due: { date: "2026-11-30" } }),
    aRow({ title: "today, first", due: { date: "2026-12-02" } }),
  ];
  const found = agenda(rows, BERLIN, NOW);
  assert.deepEqual(
    found.rows.map(row => row.title),
    ["late", "today, second", "today, first", "some time"],
  );
  assert.deepEqual(found.groups, ["overdue", "today", "today", "undated"]);
});
