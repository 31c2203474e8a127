import assert from "node:assert/strict";
import { test } from "node:test";
import { type Action, applied, type Does, type Edit } from "./edits.ts";
import { isOpen } from "./rows.ts";
import { aRow } from "./sample.ts";

const AT = "2026-11-30T10:00:00.000Z";
const made = (does: Does): Edit => ({ writeId: "w", listId: "list", todoId: "t", version: 3, at: AT, does });
const act = (action: Action, more: object = {}) => made({ kind: "act", action, ...more });

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
