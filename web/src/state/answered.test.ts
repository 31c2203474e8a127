import assert from "node:assert/strict";
import { test } from "node:test";
import { NotReached, Refused } from "../api/client.ts";
import { answered } from "./answered.ts";

/** Does what is given, call by call; what is an error is raised. */
function doing(...outcomes: (Error | string)[]) {
  const work = async () => {
    const outcome = outcomes[work.calls++];
    if (outcome instanceof Error) throw outcome;
    return outcome ?? "nothing";
  };
  work.calls = 0;
  return work;
}

const turns = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test("What was not reached is asked again until an answer comes", async t => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const work = doing(new NotReached(), new NotReached(), "here");
  let waits = 0;
  const answer = answered(work, () => (waits += 1));
  await turns();
  t.mock.timers.tick(1_000);
  await turns();
  t.mock.timers.tick(2_000);
  assert.equal(await answer, "here");
  assert.deepEqual([work.calls, waits], [3, 2]);
});

test("A service that asks to be left alone is left alone for as long", async t => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const work = doing(new NotReached(20), "here");
  const answer = answered(work);
  await turns();
  t.mock.timers.tick(19_999);
  await turns();
  assert.equal(work.calls, 1);
  t.mock.timers.tick(1);
  assert.equal(await answer, "here");
});

test("A refusal is an answer, and is not asked again", async () => {
  const problem = {
    type: "about:blank",
    title: "Invalid",
    status: 422,
    detail: "No.",
    code: "invalid",
  } as const;
  const work = doing(new Refused(422, problem), "here");
  await assert.rejects(answered(work), Refused);
  assert.equal(work.calls, 1);
});

test("Whoever leaves while it waits is not asked for any more", async t => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const leaving = new AbortController();
  const work = doing(new NotReached(), "here");
  const answer = answered(work, undefined, leaving.signal);
  await turns();
  leaving.abort();
  await assert.rejects(answer, { name: "AbortError" });
  assert.equal(work.calls, 1);
});
