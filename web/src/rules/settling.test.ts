import assert from "node:assert/strict";
import { test } from "node:test";
import type { Does, Edit, Fields } from "./edits.ts";
import { aRow } from "./sample.ts";
import { merged, stale, textOf } from "./settling.ts";

const made = (does: Does): Edit => ({ writeId: "w1", listId: "list", todoId: "t", version: 3, at: "", does });
const patch = (fields: Fields, was: Fields) => made({ kind: "patch", fields, was });

test("a field that nobody else touched is sent again on top of the newer version", () => {
  const current = aRow({ version: 5, title: "Old", notes: "theirs" });
  const settled = stale(patch({ title: "Mine" }, { title: "Old" }), current, "w2");
  assert.equal(settled.kind, "again");
  assert.ok(settled.kind === "again");
  assert.deepEqual([settled.edit.version, settled.edit.writeId], [5, "w2"]);
  assert.deepEqual(settled.edit.does, { kind: "patch", fields: { title: "Mine" }, was: { title: "Old" } });
});

test("a field that both sides changed is put to the owner, and the others go on", () => {
  const current = aRow({ version: 5, title: "Theirs", notes: "" });
  const settled = stale(patch({ title: "Mine", notes: "more" }, { title: "Old", notes: "" }), current, "w2");
  assert.ok(settled.kind === "conflict");
  assert.deepEqual(settled.mine, { title: "Mine" });
  assert.equal(settled.theirs.title, "Theirs");
  assert.deepEqual(settled.edit?.does, {
    kind: "patch",
    fields: { notes: "more" },
    was: { title: "Old", notes: "" },
  });
});

test("both sides wrote the same: nothing is left to do", () => {
  const settled = stale(
    patch({ title: "Same" }, { title: "Old" }),
    aRow({ title: "Same", version: 9 }),
    "w2",
  );
  assert.equal(settled.kind, "done");
});

test("a star never asks: the last who touched it decides", () => {
  const { kept, disputed } = merged({ starred: true }, { starred: true }, aRow({ starred: false }));
  assert.deepEqual([kept, disputed], [{ starred: true }, {}]);
});

test("a due compares by what it says, and an absent one is null", () => {
  const was = { due: { date: "2027-01-31" } };
  assert.deepEqual(merged({ due: null }, was, aRow({ due: { date: "2027-01-31" } })).kept, { due: null });
  assert.deepEqual(merged({ due: null }, was, aRow({ due: { date: "2027-02-01" } })).disputed, { due: null });
  assert.deepEqual(merged({ due: null }, was, aRow({})), { kept: {}, disputed: {} });
});

for (const [action, current] of [
  ["complete", { completed_at: "2026-11-02T00:00:00.000Z" }],
  ["reopen", {}],
  ["delete", { deleted_at: "2026-11-02T00:00:00.000Z" }],
  ["restore", {}],
  ["unassign", {}],
  ["accept", { origin: { repository: "acme/widget", proposed: false } }],
  ["return-to-drain", { origin: { repository: "acme/widget", proposed: false } }],
] as const) {
  test(`${action} on what is so already does nothing`, () => {
    assert.equal(stale(made({ kind: "act", action }), aRow({ version: 8, ...current }), "w2").kind, "done");
  });
}

test("a tick of a todo that was only edited meanwhile is meant still", () => {
  const settled = stale(made({ kind: "act", action: "complete" }), aRow({ version: 8 }), "w2");
  assert.ok(settled.kind === "again");
  assert.equal(settled.edit.version, 8);
});

test("only text is worth keeping of an edit whose todo is gone", () => {
  assert.deepEqual(textOf(patch({ title: "Mine" }, {})), { title: "Mine" });
  assert.equal(textOf(patch({ starred: true }, {})), undefined);
  assert.equal(textOf(made({ kind: "act", action: "complete" })), undefined);
  assert.deepEqual(textOf(made({ kind: "add", title: "New" })), { title: "New", notes: "" });
});

const repeating = (due: string, from: string, to: string) =>
  aRow({
    version: 7,
    due: { date: due },
    repeat: { rrule: "FREQ=DAILY", anchor: "2026-11-01" },
    rolled: { from, to, at: "2026-11-30T10:00:00.000Z", skipped: false },
  });

for (const [action, occurrence, current, expected] of [
  ["complete", "2026-11-30", repeating("2026-12-01", "2026-11-30", "2026-12-01"), "done"],
  ["skip", "2026-11-30", repeating("2026-12-02", "2026-12-01", "2026-12-02"), "done"],
  ["complete", "2026-12-01", repeating("2026-12-01", "2026-11-30", "2026-12-01"), "again"],
  ["complete", "2026-11-30", aRow({ completed_at: "2026-11-30T10:00:00.000Z" }), "done"],
  ["reopen", "2026-12-01", repeating("2026-12-01", "2026-11-30", "2026-12-01"), "again"],
  ["reopen", "2026-12-01", repeating("2026-11-30", "2026-11-30", "2026-12-01"), "done"],
  ["reopen", "2026-12-01", repeating("2026-12-02", "2026-12-01", "2026-12-02"), "done"],
] as const) {
  test(`${action} of ${occurrence} where the todo stands on ${current.due && "date" in current.due ? current.due.date : "nothing"}: ${expected}`, () => {
    const settled = stale(made({ kind: "act", action, occurrence }), current, "w2");
    assert.equal(settled.kind, expected);
  });
}

test("a rule that both sides changed is put to the owner", () => {
  const current = { ...aRow({ repeat: { rrule: "FREQ=DAILY", anchor: "2026-11-30" } }) };
  const mine = { repeat: { rrule: "FREQ=YEARLY" } };
  assert.deepEqual(merged(mine, { repeat: { rrule: "FREQ=WEEKLY" } }, current).disputed, mine);
  assert.deepEqual(merged(mine, { repeat: { rrule: "FREQ=DAILY" } }, current).kept, mine);
  assert.deepEqual(merged({ repeat: null }, { repeat: null }, current).disputed, { repeat: null });
});
