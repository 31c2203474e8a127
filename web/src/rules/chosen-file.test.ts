import assert from "node:assert/strict";
import { test } from "node:test";
import { checkText, textIn } from "./chosen-file.ts";

const bytes = (...given: number[]) => new Uint8Array(given).buffer;

test("a file is read as UTF-8", () => {
  assert.equal(textIn(new TextEncoder().encode("Café 💦").buffer), "Café 💦");
});

test("a file that is no UTF-8 is read as older spreadsheets write it", () => {
  assert.equal(textIn(bytes(0x43, 0x61, 0x66, 0xe9, 0x20, 0x80)), "Café €");
});

test("a file with the mark of UTF-16 is read by it, whichever byte comes first", () => {
  assert.equal(textIn(bytes(0xff, 0xfe, 0xe9, 0x00)), "é");
  assert.equal(textIn(bytes(0xfe, 0xff, 0x00, 0xe9)), "é");
});

test("an empty file is an empty text", () => {
  assert.equal(textIn(bytes()), "");
});

test("an empty file and one that is no text are refused in words", () => {
  assert.throws(() => checkText("\ufeff \n"), /The file is empty/);
  assert.throws(() => checkText("t\0i\0t\0l\0e"), /UTF-16 without its mark/);
  assert.doesNotThrow(() => checkText("title"));
});
