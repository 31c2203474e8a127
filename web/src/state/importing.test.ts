import assert from "node:assert/strict";
import { test } from "node:test";
import { authorizeWith, byCookie, Refused } from "../api/client.ts";
import { bringIn, type Memory, type Progress } from "./importing.ts";

const TODOS = Array.from({ length: 150 }, (_, place) => ({ title: `Todo ${place}` }));

function memory(): Memory {
  const things = new Map<string, unknown>();
  return {
    kept: async <T>(name: string) => things.get(name) as T | undefined,
    keep: async (name, value) => void things.set(name, value),
    drop: async name => void things.delete(name),
  };
}

authorizeWith(byCookie());

test("Each page has a name of its own, and what is refused is told by its place in the whole", async t => {
  const names: string[] = [];
  t.mock.method(globalThis, "fetch", async (_: string, asked: RequestInit) => {
    names.push(new Headers(asked.headers).get("Write-Id") ?? "");
    const { todos } = JSON.parse(String(asked.body));
    const refused = names.length === 2 ? [{ position: 3, problem: { detail: "A title is missing." } }] : [];
    return Response.json({ imported: todos.length - refused.length, refused });
  });
  const told: Progress[] = [];
  await bringIn("l", "file", TODOS, progress => told.push(progress), memory());
  assert.equal(new Set(names).size, 2);
  const last = told.at(-1);
  assert.deepEqual([last?.done, last?.imported], [150, 149]);
  assert.deepEqual(last?.refused, [{ place: 103, reason: "A title is missing." }]);
});

test("A page whose answer was lost is sent again under its name", async t => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const names: string[] = [];
  t.mock.method(globalThis, "fetch", async (_: string, asked: RequestInit) => {
    names.push(new Headers(asked.headers).get("Write-Id") ?? "");
    if (names.length === 1) throw new TypeError("no network");
    return Response.json({ imported: 1, refused: [] });
  });
  const told: Progress[] = [];
  const tell = (progress: Progress) => {
    told.push(progress);
    if (progress.waiting) setImmediate(() => t.mock.timers.tick(1_000));
  };
  await bringIn("l", "file", [{ title: "One" }], tell, memory());
  assert.equal(names.length, 2);
  assert.equal(names[0], names[1]);
  assert.equal(
    told.some(each => each.waiting),
    true,
  );
});

test("A run that broke off goes on under its names, and one that is through does not", async t => {
  const names: string[] = [];
  let isSignedIn = false;
  t.mock.method(globalThis, "fetch", async (_: string, asked: RequestInit) => {
    names.push(new Headers(asked.headers).get("Write-Id") ?? "");
    if (!isSignedIn)
      return Response.json({ code: "unauthorized", detail: "Sign in again." }, { status: 401 });
    return Response.json({ imported: 1, refused: [] });
  });
  const remembered = memory();
  const run = () => bringIn("l", "file", [{ title: "One" }], () => undefined, remembered);
  await assert.rejects(run(), Refused);
  isSignedIn = true;
  await run();
  await run();
  assert.equal(names[0], names[1]);
  assert.notEqual(names[1], names[2]);
});
