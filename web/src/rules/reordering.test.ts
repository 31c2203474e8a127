import assert from "node:assert/strict";
import { test } from "node:test";
import { landing, standing } from "./reordering.ts";
import { byOrder, type Row } from "./rows.ts";
import { aRow } from "./sample.ts";

const rowsOf = (names: string) =>
  [...names].map((name, at) => aRow({ id: name, title: name, order: `a${at}` }));

function put(all: Row[], shown: Row[], name: string, gap: number): string {
  const moved = all.find(row => row.id === name) as Row;
  const to = landing(all, shown, moved, gap);
  const after = to === undefined ? all : all.map(row => (row === moved ? { ...row, order: to.order } : row));
  return [...after]
    .sort(byOrder)
    .map(row => row.id)
    .join("");
}

for (const [name, gap, expected] of [
  ["a", 2, "bacd"],
  ["a", 4, "bcda"],
  ["d", 0, "dabc"],
  ["d", 1, "adbc"],
  ["b", 1, "abcd"],
  ["b", 2, "abcd"],
] as const) {
  test(`${name} put into gap ${gap} of abcd gives ${expected}`, () => {
    const all = rowsOf("abcd");
    assert.equal(put(all, all, name, gap), expected);
  });
}

test("hidden rows keep their place: a row lands right above the shown one below the gap", () => {
  const all = rowsOf("aXbYcZ");
  const shown = all.filter(row => row.id === row.id.toLowerCase());
  assert.equal(put(all, shown, "a", 2), "XbYacZ");
  assert.equal(put(all, shown, "c", 1), "aXcbYZ");
  assert.equal(put(all, shown, "a", 3), "XbYcaZ");
});

test("the neighbours are the real ones of the whole list", () => {
  const all = rowsOf("aXb");
  const shown = all.filter(row => row.id !== "X");
  assert.deepEqual(landing(all, shown, all[2] as Row, 0), { before: "a", order: "0" });
  const found = landing(all, shown, all[0] as Row, 2);
  assert.deepEqual([found?.before, found?.after], [undefined, "b"]);
});

test("any number of moves one after the other, without an answer in between, gives what was asked for", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let run = 0; run < 200; run += 1) {
    let all: Row[] = rowsOf("abcdefgh");
    for (let move = 0; move < 6; move += 1) {
      const moved = all[random(all.length)] as Row;
      const gap = random(all.length + 1);
      const names = all.map(row => row.id);
      const at = names.indexOf(moved.id);
      const expected = names.filter(each => each !== moved.id);
      expected.splice(gap > at ? gap - 1 : gap, 0, moved.id);
      const to = landing(all, all, moved, gap);
      if (to !== undefined)
        all = all.map(row => (row === moved ? { ...row, order: to.order } : row)).sort(byOrder);
      assert.deepEqual(
        all.map(row => row.id),
        expected,
      );
    }
  }
});

test("where a row stands is where it goes back to", () => {
  const all = rowsOf("abc");
  assert.deepEqual(standing(all, all[1] as Row), { before: "c", after: "a", order: "a1" });
});
