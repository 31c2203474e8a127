import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, parsed, type Route } from "./route.ts";

const ROUTES: Route[] = [
  { page: "list" },
  { page: "list", listId: "l" },
  { page: "list", listId: "l", todoId: "t" },
  { page: "calendar", listId: "a/b c" },
  { page: "calendar", listId: "l", todoId: "t" },
  { page: "print", listId: "l" },
  { page: "deleted", listId: "l" },
  { page: "repositories", listId: "a/b c" },
  { page: "lists" },
  { page: "connect" },
  { page: "settings" },
];

for (const route of ROUTES) {
  test(`${addressOf(route)} leads to its page`, () => assert.deepEqual(parsed(addressOf(route)), route));
}

for (const address of [
  "/nowhere",
  "/lists/l/nowhere",
  "/lists/l/todos",
  "/lists/l/todos/t/more",
  "/lists/l/calendar/2026-09",
  "/lists/l/calendar/todos",
  "/lists/l/calendar/todos/t/more",
  "/settings/x",
  "/lists/%E0%A4%A",
]) {
  test(`${address} is no page, or shows what it names`, () => {
    const found = parsed(address);
    assert.ok(found.page === "unknown" || (found.page === "list" && found.listId === "%E0%A4%A"));
  });
}
