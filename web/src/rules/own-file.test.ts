import assert from "node:assert/strict";
import { test } from "node:test";
import { checkSize, isJson, NotUnderstood } from "./chosen-file.ts";
import { readOwnFile } from "./own-file.ts";

const page = (todos: unknown[]) => ({ format: "follow-ups/1", todos });

test("an export comes back as it was written", () => {
  const todo = { title: "A", notes: "b", starred: true, due: { date: "2027-01-31" }, later: { kept: 1 } };
  assert.deepEqual(readOwnFile(`\ufeff${JSON.stringify(page([todo]))}\n`), { todos: [todo], refused: [] });
});

test("pages in an array are one list, and what is no todo is named by its number in all of them", () => {
  const pages = [page([{ title: "A" }, "B"]), { ...page([null, { title: "C" }]), next_cursor: "x" }];
  const { todos, refused } = readOwnFile(JSON.stringify(pages));
  assert.deepEqual(todos, [{ title: "A" }, { title: "C" }]);
  assert.deepEqual(
    refused.map(each => each.row),
    [2, 3],
  );
});

for (const [what, text, says] of [
  ["half a file", '{"format": "follow-ups/1", "todos": [', /not whole JSON/],
  ["no JSON", "todos: []", /not whole JSON/],
  ["a number", "1", /The file is not an object/],
  ["nothing", "null", /The file is not an object/],
  ["another format", '{"format": "other/2", "todos": []}', /"other\/2"; what can be read is "follow-ups\/1"/],
  ["no format", '{"todos": []}', /names no format/],
  ["no todos", '{"format": "follow-ups/1"}', /no list named "todos"/],
  ["a page that is none", '[{"format": "follow-ups/1", "todos": []}, 7]', /Page 2 is not an object/],
  ["an array of todos", '[{"title": "A"}]', /Page 1 names no format/],
] as const) {
  test(`${what} is refused with what is wrong and what to choose`, () => {
    assert.throws(
      () => readOwnFile(text),
      (failure: Error) => failure instanceof NotUnderstood && says.test(failure.message),
    );
  });
}

test("what is nested without end is an error like any other", () => {
  assert.throws(() => readOwnFile("[".repeat(1_000_000)), NotUnderstood);
});

test("a member that every object has is a member like any other", () => {
  const { todos } = readOwnFile(
    '{"format": "follow-ups/1", "todos": [{"title": "A", "__proto__": {"starred": true}}]}',
  );
  assert.equal(JSON.stringify(todos), '[{"title":"A","__proto__":{"starred":true}}]');
});

test("a file of 100 MB is refused by its size alone, one of 50 is not", () => {
  assert.throws(() => checkSize(100 * 1024 * 1024), NotUnderstood);
  checkSize(50 * 1024 * 1024);
});

test("JSON is told from CSV by how it begins", () => {
  assert.ok(isJson('\ufeff\n {"format"'));
  assert.ok(isJson("[1]"));
  assert.ok(!isJson("TYPE,CONTENT"));
});
