import assert from "node:assert/strict";
import { test } from "node:test";
import { type Action, applied as appliedIn, type Does, type Edit } from "./edits.ts";
import { isOpen, type Row } from "./rows.ts";
import { aRow } from "./sample.ts";

const AT = "2026-11-30T10:00:00.000Z";
const made = (does: Does): Edit => ({ writeId: "w", listId: "list", todoId: "t", version: 3, at: AT, does });
const act = (action: Action, more: object = {}) => made({ kind: "act", action, ...more });
const applied = (row: Row | undefined, edit: Edit) => appliedIn(row, edit, "Europe/Berlin");

test("what is added shows at the foot until the service has it", () => {
  const row = applied(undefined, made({ kind: "add", title: "New" }));
  assert.ok(row);
  assert.ok(row.order > "zzzzzzzz");
  assert.equal(row.version, 0);
});

test("an add that the service has already changes nothing", () => {
  const row = aRow({ title: "As saved" });
  assert.equal(applied(row, made({ kind: "add", title: "New" })), row);
});

test("completing ends a claim, and reopening brings the todo back", () => {
  const row = aRow({ claim: { session_id: "s", expires_at: "2027-01-01T00:00:00.000Z" } });
  const done = applied(row, act("complete"));
  assert.ok(done && !isOpen(done));
  assert.equal(done.claim, undefined);
  const back = applied(done, act("reopen"));
  assert.ok(back && isOpen(back));
});

test("a due that is cleared takes its instant along", () => {
  const row = aRow({ due: { at: "2027-01-01T09:00", time_zone: "UTC" }, due_at: "2027-01-01T09:00:00.000Z" });
  const cleared = applied(row, made({ kind: "patch", fields: { due: null }, was: {} }));
  assert.ok(cleared);
  assert.deepEqual([cleared.due, cleared.due_at], [undefined, undefined]);
});

test("a text that is written whole is not shortened any more", () => {
  const row = { ...aRow(), notes_shortened: true as const };
  assert.equal(
    applied(row, made({ kind: "patch", fields: { notes: "all" }, was: {} }))?.notes_shortened,
    undefined,
  );
});

test("what moves to another list leaves this one", () => {
  assert.equal(applied(aRow(), act("move", { to_list: "other" })), undefined);
});

test("an edit of a row that is not here shows nothing", () => {
  assert.equal(applied(undefined, act("complete")), undefined);
});

test("returning to the drain takes the hand-back away and keeps its reason", () => {
  const origin = {
    repository: "acme/widget",
    proposed: false,
    handed_back_at: AT,
    handed_back_reason: "why",
  };
  const row = applied(aRow({ origin }), act("return-to-drain"));
  assert.deepEqual(row?.origin, { repository: "acme/widget", proposed: false, handed_back_reason: "why" });
});

const DAILY = { rrule: "FREQ=DAILY", anchor: "2026-11-30" };
const daily = (more: object = {}) => aRow({ due: { date: "2026-11-30" }, repeat: DAILY, ...more });

test("completing what repeats makes it due again, and ends its claim and its snooze", () => {
  const claim = { session_id: "s", expires_at: "2027-01-01T00:00:00.000Z" };
  const row = daily({ claim, snoozed_until: AT, starred: true });
  const next = applied(row, act("complete", { occurrence: "2026-11-30" }));
  assert.ok(next && isOpen(next));
  assert.deepEqual(
    [next.due, next.claim, next.snoozed_until],
    [{ date: "2026-12-01" }, undefined, undefined],
  );
  assert.deepEqual([next.id, next.order, next.starred], [row.id, row.order, true]);
  assert.deepEqual(next.rolled, { from: "2026-11-30", to: "2026-12-01", at: AT, skipped: false });
});

test("reopening what was made due again takes it back once", () => {
  const next = applied(daily(), act("skip", { occurrence: "2026-11-30" }));
  assert.equal(next?.rolled?.skipped, true);
  const back = applied(next, act("reopen"));
  assert.deepEqual(back?.due, { date: "2026-11-30" });
  assert.deepEqual(applied(back, act("reopen")), back);
});

test("an occurrence that the service has moved on from is not moved on again", () => {
  const row = daily({ due: { date: "2026-12-01" } });
  assert.equal(applied(row, act("complete", { occurrence: "2026-11-30" })), row);
});

test("what has no occurrence left is done for good", () => {
  const last = { due: { date: "9999-12-30" }, repeat: { rrule: "FREQ=YEARLY", anchor: "9999-12-30" } };
  const done = applied(aRow(last), act("complete", { occurrence: "9999-12-30" }));
  assert.ok(done && !isOpen(done));
});

for (const [name, fields, expected] of [
  ["another day moves the anchor", { due: { date: "2026-12-24" } }, "2026-12-24"],
  [
    "a time on the same day keeps its day",
    { due: { at: "2026-11-30T09:00", time_zone: "UTC" } },
    "2026-11-29T09:00",
  ],
  ["another rule begins with the due", { repeat: { rrule: "FREQ=WEEKLY" } }, "2026-11-30"],
  ["the same rule stays as it is", { repeat: { rrule: "FREQ=DAILY" } }, "2026-11-29"],
  ["an end of the repeat is one", { repeat: null }, undefined],
  ["without a due nothing repeats", { due: null }, undefined],
] as const) {
  test(name, () => {
    const row = daily({ repeat: { ...DAILY, anchor: "2026-11-29" } });
    assert.equal(applied(row, made({ kind: "patch", fields, was: {} }))?.repeat?.anchor, expected);
  });
}

test("what is added to repeat begins with its due", () => {
  const due = { at: "2026-12-01T09:00", time_zone: "UTC" };
  const row = applied(undefined, made({ kind: "add", title: "New", due, repeat: { rrule: "FREQ=DAILY" } }));
  assert.deepEqual(row?.repeat, { rrule: "FREQ=DAILY", anchor: "2026-12-01T09:00" });
});
