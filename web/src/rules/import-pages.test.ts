import assert from "node:assert/strict";
import { test } from "node:test";
import { pagesOf } from "./import-pages.ts";

const many = (count: number) => Array.from({ length: count }, (_, place) => ({ title: `Todo ${place}` }));

test("Pages hold a hundred todos, in their order, and the last one holds the rest", () => {
  const todos = many(205);
  const { pages, leftOut } = pagesOf(todos);
  assert.deepEqual(
    pages.map(each => each.todos.length),
    [100, 100, 5],
  );
  assert.deepEqual(
    pages.flatMap(each => each.todos),
    todos,
  );
  assert.deepEqual(
    pages.flatMap(each => each.places),
    todos.map((_, place) => place),
  );
  assert.deepEqual(leftOut, []);
});

test("A page ends before it is larger than the service takes, counted in bytes", () => {
  const todos = Array.from({ length: 30 }, () => ({ title: "Notes", notes: "漢".repeat(100_000) }));
  const { pages } = pagesOf(todos);
  for (const page of pages) {
    assert.ok(new TextEncoder().encode(JSON.stringify(page.todos)).length < 5 * 1024 * 1024);
  }
  assert.equal(
    pages.reduce((sum, page) => sum + page.todos.length, 0),
    30,
  );
});

test("What is too large for any page is named, and keeps nobody else back", () => {
  const todos = [{ title: "One" }, { title: "Huge", notes: "x".repeat(4_000_001) }, { title: "Two" }];
  const { pages, leftOut } = pagesOf(todos);
  assert.deepEqual(leftOut, [{ place: 1, reason: "It is larger than a todo can be." }]);
  assert.deepEqual(
    pages.flatMap(each => each.places),
    [0, 2],
  );
});

test("Nothing makes no page", () => {
  assert.deepEqual(pagesOf([]), { pages: [], leftOut: [] });
});

test("What is nested too deep for the service is named, and keeps nobody else back", () => {
  const deep = { title: "Deep", repeat: JSON.parse("[".repeat(2_000) + "]".repeat(2_000)) };
  const { pages, leftOut } = pagesOf([{ title: "One" }, deep, { title: "Two" }]);
  assert.deepEqual(leftOut, [{ place: 1, reason: "It is nested deeper than a todo can be." }]);
  assert.deepEqual(
    pages.map(each => each.places),
    [[0, 2]],
  );
});
