import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { ask, authorizeWith } from "./client.ts";

test("what is asked before it is known how people sign in waits for it, and is refused by nobody", async () => {
  const shown: (string | null)[] = [];
  mock.method(globalThis, "fetch", async (_: string, init: RequestInit) => {
    shown.push(new Headers(init.headers).get("Authorization"));
    return new Response("{}", { status: shown.at(-1) === null ? 401 : 200 });
  });
  let refusals = 0;
  const early = ask("GET", "/api/lists");
  await new Promise(setImmediate);
  assert.deepEqual(shown, []);
  authorizeWith({ current: async () => "held", isStale: () => false, refused: () => (refusals += 1) });
  assert.deepEqual(await early, {});
  assert.deepEqual(shown, ["Bearer held"]);
  assert.equal(refusals, 0);
});
