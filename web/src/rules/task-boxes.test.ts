import assert from "node:assert/strict";
import { test } from "node:test";
import { boxesIn, parse } from "./markdown.ts";
import { tick } from "./task-boxes.ts";

/** The notes before, which box, the notes after; the box is ticked where it was not. */
const TICKED: [string, string, number, string][] = [
  ["the first of two", "- [ ] a\n- [ ] b\n", 0, "- [x] a\n- [ ] b\n"],
  ["the last of two", "- [ ] a\n- [ ] b\n", 1, "- [ ] a\n- [x] b\n"],
  ["one that is ticked", "* [x] a\n", 0, "* [ ] a\n"],
  ["one with a large X", "+ [X] a", 0, "+ [ ] a"],
  ["a numbered one", "1. [ ] a\n2) [ ] b\n", 0, "1. [x] a\n2) [ ] b\n"],
  ["a nested one", "- [ ] a\n  - [ ] b\n    1. [ ] c\n", 2, "- [ ] a\n  - [ ] b\n    1. [x] c\n"],
  ["one in a quote", "> - [ ] a\n> > * [ ] b\n", 1, "> - [ ] a\n> > * [x] b\n"],
  [
    "one below a fence that holds others",
    "```\n- [ ] no\n```\n- [ ] yes\n",
    0,
    "```\n- [ ] no\n```\n- [x] yes\n",
  ],
  ["one below a fence of tildes", "~~~\n- [ ] no\n~~~\n\n- [ ] yes", 0, "~~~\n- [ ] no\n~~~\n\n- [x] yes"],
  ["one below indented code", "    - [ ] no\n\n- [ ] yes\n", 0, "    - [ ] no\n\n- [x] yes\n"],
  [
    "one with code in its item",
    "- [ ] a\n\n      - [ ] no\n- [ ] b\n",
    1,
    "- [ ] a\n\n      - [ ] no\n- [x] b\n",
  ],
  ["one below a box in a line of text", "see - [ ] no\n\n- [ ] yes\n", 0, "see - [ ] no\n\n- [x] yes\n"],
  ["one below HTML", "<div>\n- [ ] no\n</div>\n\n- [ ] yes\n", 0, "<div>\n- [ ] no\n</div>\n\n- [x] yes\n"],
  ["one with a box in its words", "- [ ] a - [ ] b\n- [ ] c\n", 1, "- [ ] a - [ ] b\n- [x] c\n"],
  [
    "one behind the ends of lines of others",
    "- [ ] a\r\n- [ ] b\r\n\r\nend  \r\n",
    1,
    "- [ ] a\r\n- [x] b\r\n\r\nend  \r\n",
  ],
  ["one behind an old Mac's", "- [ ] a\r- [ ] b", 1, "- [ ] a\r- [x] b"],
  ["one behind a tab", "-\t[ ]\ta\n", 0, "-\t[x]\ta\n"],
  ["one among loose items", "- [ ] a\n\n- [ ] b\n", 1, "- [ ] a\n\n- [x] b\n"],
  [
    "one beside a link of the same look",
    "[x]: https://a.test/\n\n- [x] a\n- [ ] b\n",
    1,
    "[x]: https://a.test/\n\n- [x] a\n- [x] b\n",
  ],
  ["one behind an emoji", "👩‍👩‍👧 é\n\n- [ ] a\n", 0, "👩‍👩‍👧 é\n\n- [x] a\n"],
];

for (const [what, notes, nth, expected] of TICKED) {
  test(`it ticks ${what}`, () => {
    const checked = boxesIn(parse(expected))[nth] === true;
    assert.equal(tick(notes, nth, checked), expected);
  });
}

for (const [what, notes, nth] of [
  ["no box of that number", "- [ ] a\n", 1],
  ["no box at all", "words", 0],
  ["only code", "```\n- [ ] a\n```\n", 0],
  ["only a box without a text", "- [ ]\n", 0],
  ["a number below zero", "- [ ] a\n", -1],
] as const) {
  test(`there is nothing to tick where there is ${what}`, () =>
    assert.equal(tick(notes, nth, true), undefined));
}

test("what is as it should be stays as it is", () => {
  assert.equal(tick("- [X] a\n", 0, true), "- [X] a\n");
});

test("every box of a long text can be ticked, and exactly one character changes", () => {
  const part = "- [ ] a\n  * [x] b\n\n```\n- [ ] no\n```\n\n> 1. [ ] c\n>    - [x] d\n\n    - [ ] no\n\n";
  const notes = part.repeat(8);
  const before = boxesIn(parse(notes));
  assert.equal(before.length, 32);
  for (const [nth, checked] of before.entries()) {
    const after = tick(notes, nth, !checked) ?? "";
    assert.equal(after.length, notes.length);
    assert.equal([...after].filter((each, at) => each !== notes[at]).length, 1);
    assert.deepEqual(
      boxesIn(parse(after)),
      before.map((box, each) => (each === nth ? !box : box)),
    );
  }
});
