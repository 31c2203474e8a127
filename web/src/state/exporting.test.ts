import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeWith, byCookie } from "../api/client.ts";
import { exported, fileName } from "./exporting.ts";

const NOON = new Date("2027-01-31T12:00:00Z");

authorizeWith(byCookie());

test("A file is named after the list and the owner's day", () => {
  assert.equal(fileName("Side projects", NOON, "Europe/Berlin"), "follow-ups-Side projects-2027-01-31.json");
  assert.equal(
    fileName("Work", new Date("2027-01-31T23:30:00Z"), "Asia/Tokyo"),
    "follow-ups-Work-2027-02-01.json",
  );
});

test("A name that a file system does not take is changed into one that it takes", () => {
  assert.equal(fileName("a/b\\c:d\u202e?", NOON, "UTC"), "follow-ups-a-b-c-d--2027-01-31.json");
  assert.equal(fileName("...", NOON, "UTC"), "follow-ups-list-2027-01-31.json");
  assert.ok(fileName("😀".repeat(200), NOON, "UTC").startsWith(`follow-ups-${"😀".repeat(60)}-2027`));
});

test("All pages become one file that reads as one page", async t => {
  const pages = [
    { format: "follow-ups/1", todos: [{ title: "One" }, { title: "Two" }], next_cursor: "on" },
    { format: "follow-ups/1", todos: [{ title: "Three" }] },
  ];
  const asked: string[] = [];
  t.mock.method(globalThis, "fetch", async (address: string) => {
    asked.push(address);
    return Response.json(pages[asked.length - 1]);
  });
  const told: number[] = [];
  const file = await exported("l", progress => told.push(progress.todos), new AbortController().signal);
  const read = JSON.parse(await file.text());
  assert.deepEqual(read, {
    format: "follow-ups/1",
    todos: [{ title: "One" }, { title: "Two" }, { title: "Three" }],
  });
  assert.deepEqual(asked, ["/api/lists/l/export", "/api/lists/l/export?cursor=on"]);
  assert.deepEqual(told, [2, 3]);
});
