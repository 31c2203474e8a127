import assert from "node:assert/strict";
import { test } from "node:test";
import { aRow } from "./sample.ts";
import { firstDay, weeks } from "./weeks.ts";

const NOW = new Date("2026-12-02T12:00:00Z");
const at = (created_at: string, more: object = {}) => aRow({ created_at, ...more });

test("the last eight weeks begin on Mondays, and the current one is the last", () => {
  const found = weeks([], NOW, "UTC");
  assert.equal(found.length, 8);
  assert.equal(found[0]?.start, "2026-10-12");
  assert.equal(found[7]?.start, "2026-11-30");
  assert.equal(firstDay(NOW, "UTC"), "2026-10-12");
});

test("a row is filed in the week it was made in and closed in the week it was completed in", () => {
  const found = weeks(
    [
      at("2026-11-24T09:00:00.000Z", { completed_at: "2026-12-01T09:00:00.000Z" }),
      at("2026-11-30T00:00:00.000Z"),
    ],
    NOW,
    "UTC",
  );
  assert.deepEqual(found.slice(6), [
    { start: "2026-11-23", filed: 1, closed: 0 },
    { start: "2026-11-30", filed: 1, closed: 1 },
  ]);
});

test("a week begins when it does for the owner, also where the clocks change in it", () => {
  // Sunday night in UTC is Monday in Berlin, and still Sunday in New York.
  const row = at("2026-10-25T23:30:00.000Z");
  const filed = (zone: string) => weeks([row], NOW, zone).find(week => week.filed === 1)?.start;
  assert.equal(filed("UTC"), "2026-10-19");
  assert.equal(filed("Europe/Berlin"), "2026-10-26");
  assert.equal(filed("America/New_York"), "2026-10-19");
});

test("what was closed before, and what is deleted, does not count", () => {
  const found = weeks(
    [
      at("2026-01-01T00:00:00.000Z", { completed_at: "2026-10-11T23:59:59.999Z" }),
      at("2026-12-01T00:00:00.000Z", { deleted_at: "2026-12-01T01:00:00.000Z" }),
    ],
    NOW,
    "UTC",
  );
  assert.ok(found.every(week => week.filed === 0 && week.closed === 0));
});

test("a clock that is ahead of this device's counts in the current week", () => {
  const found = weeks([at("2026-12-02T12:05:00.000Z")], NOW, "UTC");
  assert.equal(found[7]?.filed, 1);
});
