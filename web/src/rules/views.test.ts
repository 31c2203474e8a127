import assert from "node:assert/strict";
import { test } from "node:test";
import { aRow } from "./sample.ts";
import { type View, view } from "./views.ts";

const NOW = new Date("2026-11-30T10:00:00.000Z");
const EVERYTHING: View = { sort: "mine", filter: "all", words: "" };
const followUp = (more: object = {}) => ({
  origin: { repository: "Acme/Widget", session_id: "s1", proposed: false, ...more },
});

const ROWS = [
  aRow({ title: "item 10", order: "a" }),
  aRow({ title: "Item 9", order: "b", starred: true, due: { date: "2026-12-01" } }),
  aRow({ title: "back", order: "c", ...followUp({ handed_back_at: "2026-11-29T00:00:00.000Z" }) }),
  aRow({
    title: "new",
    order: "d",
    ...followUp({ proposed: true, session_id: "s2" }),
    created_at: "2026-11-29T00:00:00.000Z",
    updated_at: "2026-11-29T00:00:00.000Z",
  }),
  aRow({
    title: "reunião de segunda",
    order: "e",
    due: { at: "2026-12-01T09:00", time_zone: "UTC" },
    updated_at: "2026-10-01T00:00:00.000Z",
  }),
];
const titles = (wanted: Partial<View>) => view(ROWS, { ...EVERYTHING, ...wanted }, NOW).map(row => row.title);

for (const [wanted, expected] of [
  [{}, ["item 10", "Item 9", "back", "new", "reunião de segunda"]],
  [{ sort: "starred" }, ["Item 9", "item 10", "back", "new", "reunião de segunda"]],
  [{ sort: "due" }, ["Item 9", "reunião de segunda", "item 10", "back", "new"]],
  [{ sort: "title" }, ["back", "Item 9", "item 10", "new", "reunião de segunda"]],
  [{ sort: "newest" }, ["new", "item 10", "Item 9", "back", "reunião de segunda"]],
  [{ filter: "own" }, ["item 10", "Item 9", "reunião de segunda"]],
  [{ filter: "follow-ups" }, ["back", "new"]],
  [{ filter: "handed-back" }, ["back"]],
  [{ filter: "proposed" }, ["new"]],
  [{ filter: "stale" }, ["reunião de segunda"]],
  [{ repository: "acme/widget" }, ["back", "new"]],
  [{ session: "s2" }, ["new"]],
  [{ words: "reuniao" }, ["reunião de segunda"]],
  [{ words: "item", sort: "title" }, ["Item 9", "item 10"]],
  [{ words: "nothing like this" }, []],
] as [Partial<View>, string[]][]) {
  test(`${JSON.stringify(wanted)} shows ${expected.join(", ") || "nothing"}`, () =>
    assert.deepEqual(titles(wanted), expected));
}

test("what a search elsewhere found is shown, where the other filters let it pass", () => {
  const beside = new Set(ROWS.map(row => row.id));
  assert.deepEqual(view(ROWS, { ...EVERYTHING, filter: "own", words: "x" }, NOW, beside).length, 3);
});

test("the starred are those with a star, in the order they are looked at in", () => {
  const rows = [
    aRow({ id: "a", order: "a", starred: true }),
    aRow({ id: "b", order: "b" }),
    aRow({ id: "c", order: "c", starred: true }),
  ];
  assert.deepEqual(
    view(rows, { sort: "mine", filter: "starred", words: "" }, new Date()).map(row => row.id),
    ["a", "c"],
  );
});
