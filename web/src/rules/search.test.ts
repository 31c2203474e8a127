import assert from "node:assert/strict";
import { test } from "node:test";
import { aRow } from "./sample.ts";
import { matcher, matches, wordsOf } from "./search.ts";

const finds = (written: string, searched: string) => matcher(searched)(aRow({ title: written }));

// The same table as tests/domain/test_text_compared.py: the page and the service find alike.
const ALIKE: [string, string][] = [
  ["reunião de segunda", "reuniao"],
  ["reuniao de segunda", "Reunião"],
  ["caf\u00e9", "cafe\u0301"],
  ["Łódź", "lodz"],
  ["Smørrebrød", "smorrebrod"],
  ["STRASSE", "straße"],
  ["İstanbul", "istanbul"],
  ["ﬁle", "file"],
  ["Œuvre", "oeuvre"],
  ["ΑΘΗΝΑΣ", "αθήνας"],
  ["Don’t cut", "don't"],
  ["zero\u200bwidth", "zerowidth"],
  ["soft\u00adhyphen", "softhyphen"],
  ["two\u00a0 words\nhere", "two words here"],
  ["שָׁלוֹם", "שלום"],
  ["ＡＰＩ", "api"],
  ["\u{1d400}\u{1d40f}\u{1d408}", "api"],
  // And what only a page meets.
  ["diyarbakır", "DIYARBAKIR"],
  ["مُحَمَّد", "محمد"],
  ["ẞ", "ss"],
  ["one\u001ftwo\u0085three", "one two three"],
];

for (const [written, searched] of ALIKE) {
  test(`${JSON.stringify(searched)} finds ${JSON.stringify(written)}`, () => {
    assert.ok(finds(written, searched));
  });
}

for (const [written, searched] of [
  ["users", "orders"],
  ["का", "कि"],
  ["v1", "v2"],
  ["a b", "a-b"],
] as const) {
  test(`${JSON.stringify(searched)} does not find ${JSON.stringify(written)}`, () => {
    assert.ok(!finds(written, searched));
  });
}

test("every word has to be somewhere, in the title or in the notes, in any order", () => {
  const guard = aRow({ title: "Add the missing guard", notes: "In the router of users" });
  assert.ok(matches(guard, wordsOf("router guard")));
  assert.ok(!matches(guard, wordsOf("router door")));
});

test("no words find everything", () => {
  assert.ok(finds("anything", ""));
  assert.ok(finds("anything", " \n\u00a0"));
});

test("half of a character neither breaks the search nor is found by another", () => {
  assert.ok(finds("cut \ud83d here", "cut here"));
});

test("a row that was changed is searched by what it says now", () => {
  const before = aRow({ title: "Old words" });
  assert.ok(matches(before, wordsOf("old")));
  assert.ok(!matches({ ...before, title: "New words" }, wordsOf("old")));
});
