import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "./markdown.ts";

const LENGTH = 100_000;
/** In milliseconds of this process's own work; a reading takes a tenth of it where nothing else runs. */
const MOST = 600;

const filled = (pattern: string) => pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH);

function lines(line: (at: number) => string): string {
  let text = "";
  for (let at = 0; text.length < LENGTH; at += 1) text += `${line(at)}\n`;
  return text.slice(0, LENGTH);
}

/** Each took the reader from one second to minutes, or its whole stack, before there were bounds. */
const HOSTILE: Record<string, string> = {
  "quotes in quotes": filled("> "),
  "lists in lists": filled("- "),
  "numbers in numbers": filled("1. "),
  "lines that go deeper": lines(at => `${" ".repeat(2 * at)}- a`),
  "quotes that go on lazily": filled("> a\nb\n"),
  "lists in quotes that go on lazily": filled("> - a\nb\n"),
  "headings that are none in quotes": filled("> a\n=\n"),
  "emphasis that is never closed": filled("*a **b "),
  "emphasis in emphasis": "*a ".repeat(20_000) + " b*".repeat(13_000),
  "strong in strong": "**a ".repeat(12_500) + " b**".repeat(12_500),
  underscores: filled("_a"),
  "stars in words": filled("a**b"),
  "stars and points": filled("*.*"),
  "lines through": filled("~a~~b "),
  "links without an end": `${filled("[a](b")})`,
  "links in links": "[".repeat(50_000) + "](x)".repeat(12_500),
  "backticks that grow": lines(at => "`".repeat(at)),
  "tags without an end": filled("<a b='"),
  "a gap": `a${filled(" ")}b`,
  "an address with marks at its end": `http://a${filled("!")}`,
  "a mailbox that is none": `${filled("a")}@`,
  mailboxes: filled("a.b@c."),
  "a table of many columns and short rows": `|${"a|".repeat(1000)}\n|${"-|".repeat(1000)}\n${filled("|x|\n")}`,
  "tables in tables": filled("|a|b|\n|-|-|\n"),
  breaks: filled("a  \n"),
  definitions: lines(at => `[${at}]: x\n[${at}]`),
  boxes: filled("- [ ] a\n"),
  "blank lines": filled("\n"),
};

for (const [what, notes] of Object.entries(HOSTILE)) {
  test(`100,000 characters of ${what} are read at once`, () => {
    const before = process.cpuUsage();
    parse(notes);
    const { user } = process.cpuUsage(before);
    assert.ok(user / 1000 < MOST, `${user / 1000} ms`);
  });
}

test("a long text as people write them is read whole", () => {
  const section =
    "## Part\n\nSome words with **weight**, a [link](https://a.test/b) and `code`.\n\n- one\n- [ ] two\n\n> said\n\n";
  const found = parse(filled(section));
  assert.equal(found.filter(each => each.kind === "heading").length, Math.ceil(LENGTH / section.length));
  assert.ok(found.every(each => each.kind !== "plain"));
});
