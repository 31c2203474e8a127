import assert from "node:assert/strict";
import { test } from "node:test";
import type { Edit } from "../rules/edits.ts";
import { inTurn } from "./edits.ts";

const left = (tab: string, place: number, at: string) => ({
  tab,
  place,
  edit: { writeId: `${tab}${place}`, at } as Edit,
});
const names = (all: ReturnType<typeof left>[]) => inTurn(all).map(each => each.edit.writeId);

test("edits of one page stay in their order, whatever its clock said", () => {
  assert.deepEqual(names([left("a", 2, "08:00"), left("a", 1, "13:00"), left("a", 3, "09:00")]), [
    "a1",
    "a2",
    "a3",
  ]);
});

test("of two pages the one that began first comes first, and they are not mixed", () => {
  assert.deepEqual(names([left("a", 1, "10:00"), left("b", 1, "09:00"), left("b", 2, "11:00")]), [
    "b1",
    "b2",
    "a1",
  ]);
});
