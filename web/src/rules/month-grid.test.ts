import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, monthsAway, weeksOf } from "./month-grid.ts";
import { aRow } from "./sample.ts";

test("a month is shown in whole weeks", () => {
  const weeks = weeksOf("2026-09", 0);
  assert.equal(weeks.length, 5);
  assert.deepEqual([weeks[0]?.[0], weeks.at(-1)?.[6]], ["2026-08-31", "2026-10-04"]);
});

test("weeks begin with the day that the reader's begin with", () => {
  assert.equal(weeksOf("2026-09", 6)[0]?.[0], "2026-08-30");
  assert.equal(weeksOf("2026-02", 6)[0]?.[0], "2026-02-01");
});

test("a month of exactly four weeks has four", () => assert.equal(weeksOf("2027-02", 0).length, 4));

for (const [day, months, expected] of [
  ["2026-09-25", 1, "2026-10-25"],
  ["2027-01-31", 1, "2027-02-28"],
  ["2027-01-31", -11, "2026-02-28"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2026-01-15", -1, "2025-12-15"],
] as const) {
  test(`${months} months from ${day} is ${expected}`, () => assert.equal(monthsAway(day, months), expected));
}

const titles = (rows: Parameters<typeof entriesOf>[0], day: string) =>
  entriesOf(rows, "2026-09-01", "2026-09-30", "Europe/Berlin")
    .get(day)
    ?.map(({ row, clock, isAhead }) => [row.title, clock ?? "", isAhead ? "ahead" : ""].join(" ").trim());

test("a day comes before its times, and they come in their order", () => {
  const rows = [
    aRow({ title: "late", due: { at: "2026-09-25T18:00", time_zone: "Europe/Berlin" } }),
    aRow({ title: "early", due: { at: "2026-09-25T09:00", time_zone: "Europe/Berlin" } }),
    aRow({ title: "all day", due: { date: "2026-09-25" } }),
    aRow({ title: "some time" }),
    aRow({ title: "another month", due: { date: "2026-10-25" } }),
  ];
  assert.deepEqual(
    titles(rows, "2026-09-25"),
    ["all day ", "early 09:00", "late 18:00"].map(each => each.trim()),
  );
});

test("a time elsewhere stands on the owner's day", () => {
  const rows = [aRow({ title: "call", due: { at: "2026-09-24T20:00", time_zone: "America/New_York" } })];
  assert.deepEqual(titles(rows, "2026-09-25"), ["call 02:00"]);
});

test("what repeats stands on its due, and ahead of it on the days that it comes back", () => {
  const repeat = { rrule: "FREQ=WEEKLY", anchor: "2026-08-14" };
  const rows = [aRow({ title: "water", due: { date: "2026-09-11" }, repeat })];
  assert.equal(titles(rows, "2026-09-04"), undefined);
  assert.deepEqual(titles(rows, "2026-09-11"), ["water"]);
  assert.deepEqual(titles(rows, "2026-09-18"), ["water  ahead"]);
});
