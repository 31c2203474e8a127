import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { aRow } from "../rules/sample.ts";
import * as board from "./board.ts";
import { edits } from "./sending.ts";

beforeEach(() => {
  edits.value = [];
  board.clearBoard("list");
});

const titles = () => board.openRows.value.map(row => row.title);

test("late, repeated and reordered messages do no harm", () => {
  const first = aRow({ id: "t", title: "one", version: 1 });
  const third = { ...first, title: "three", version: 3 };
  for (const row of [third, first, third, { ...first, title: "two", version: 2 }]) board.take("list", [row]);
  assert.deepEqual(titles(), ["three"]);
});

test("an older row does not bring back a todo that left the list", () => {
  const row = aRow({ id: "t", version: 4 });
  board.take("list", [row]);
  board.takeGone("list", "t", 5);
  board.take("list", [row]);
  assert.deepEqual(titles(), []);
  board.take("list", [{ ...row, title: "restored", version: 6 }]);
  assert.deepEqual(titles(), ["restored"]);
});

test("a deletion that was overtaken by a restore changes nothing", () => {
  board.take("list", [aRow({ id: "t", version: 6, title: "restored" })]);
  board.takeGone("list", "t", 5);
  assert.deepEqual(titles(), ["restored"]);
});

test("a row of another list leaves this one", () => {
  const row = aRow({ id: "t", version: 1 });
  board.take("list", [row]);
  board.take("list", [{ ...row, list_id: "other", version: 2 }]);
  assert.deepEqual(titles(), []);
});

test("rows are in the order of the bytes of their keys", () => {
  board.take("list", [
    aRow({ title: "b", order: "a" }),
    aRow({ title: "a", order: "Z" }),
    aRow({ title: "c", order: "aV" }),
  ]);
  assert.deepEqual(titles(), ["a", "b", "c"]);
});

test("of one version the copy that shows more is kept", () => {
  const whole = aRow({ id: "t", notes: "all of it", version: 2 });
  board.take("list", [{ ...whole, notes: "all", notes_shortened: true as const }]);
  board.take("list", [whole]);
  board.take("list", [{ ...whole, notes: "all", notes_shortened: true as const }]);
  assert.equal(board.rowOf("t")?.notes, "all of it");
});

test("rows come by the name that their repository has now", () => {
  board.nameRepositories(new Map([["acme/old", "acme/new"]]));
  board.take("list", [aRow({ id: "t", origin: { repository: "Acme/Old", proposed: false } })]);
  assert.equal(board.rowOf("t")?.origin?.repository, "acme/new");
});

test("a whole reading drops what it did not come by, but not what changed meanwhile", () => {
  board.take("list", [
    aRow({ id: "gone", title: "gone", version: 1 }),
    aRow({ id: "newer", title: "old", version: 1 }),
  ]);
  const before = board.openVersions();
  board.take("list", [aRow({ id: "newer", title: "newer", version: 2 })]);
  board.keepOnly(new Set(), before);
  assert.deepEqual(titles(), ["newer"]);
});

test("what was added keeps its place on the screen when the service names it", () => {
  board.takeConfirmed("temporary", aRow({ id: "given" }));
  const row = board.rowNow("temporary");
  assert.ok(row);
  assert.deepEqual([row.id, board.keyOf(row)], ["given", "temporary"]);
});

test("what was added here and comes by the socket before its answer is one row, in its place", () => {
  const does = { kind: "add", title: "New" } as const;
  edits.value = [
    { writeId: "w", listId: "list", todoId: "temporary", version: 0, at: "2026-11-30T10:00:00.000Z", does },
  ];
  board.take("list", [aRow({ id: "given", title: "New", version: 1 })]);
  assert.deepEqual(
    board.openRows.value.map(row => [row.id, board.keyOf(row)]),
    [["given", "temporary"]],
  );
  board.take("list", [aRow({ id: "another", title: "New", version: 1 })]);
  assert.equal(board.openRows.value.length, 2);
});
