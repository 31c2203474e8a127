import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { authorizeWith, byCookie } from "../api/client.ts";
import type { Does, Edit } from "../rules/edits.ts";
import { aRow } from "../rules/sample.ts";
import { disputes } from "./disputes.ts";
import { notice } from "./notices.ts";
import { edits, enqueue, sendNow, startSending, unsent } from "./sending.ts";

type Sent = { method: string; path: string; version: string | null; writeId: string | null; body: unknown };
type Answer = { status: number; body: unknown } | "no answer";

let sent: Sent[] = [];
let answers: ((request: Sent) => Answer)[] = [];
let confirmed: [string, number][] = [];

const settle = () => new Promise(resolve => setImmediate(() => setImmediate(() => setImmediate(resolve))));

authorizeWith(byCookie());

beforeEach(async () => {
  sent = [];
  answers = [];
  confirmed = [];
  edits.value = [];
  disputes.value = [];
  mock.method(globalThis, "fetch", async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const body = init.body ? JSON.parse(init.body as string) : undefined;
    const request = {
      method: init.method ?? "GET",
      path,
      version: headers.get("If-Match"),
      writeId: headers.get("Write-Id"),
      body,
    };
    sent.push(request);
    const answer = answers.shift()?.(request) ?? "no answer";
    if (answer === "no answer") throw new TypeError("nobody there");
    return new Response(JSON.stringify(answer.body), { status: answer.status });
  });
  await startSending((knownAs, todo) => confirmed.push([knownAs, todo.version]));
});

let count = 0;
function made(does: Does, given: Partial<Edit> = {}): Edit {
  count += 1;
  return {
    writeId: `w${count}`,
    listId: "list",
    todoId: "t",
    version: 1,
    at: "2026-11-30T10:00:00.000Z",
    does,
    ...given,
  };
}
const star = (starred: boolean) => made({ kind: "patch", fields: { starred }, was: { starred: !starred } });
const ok =
  (version: number, more: object = {}) =>
  () => ({ status: 200, body: aRow({ id: "t", version, ...more }) });
const stale = (current: object) => () => ({
  status: 412,
  body: { code: "changed_meanwhile", detail: "stale", status: 412, title: "", type: "about:blank", current },
});

test("two edits of one todo go one after the other, the second on top of what came of the first", async () => {
  answers = [ok(2), ok(3)];
  enqueue([star(true), made({ kind: "act", action: "complete" })]);
  await settle();
  assert.deepEqual(
    sent.map(each => each.version),
    ['"1"', '"2"'],
  );
  assert.deepEqual(edits.value, []);
});

test("an answer that is lost leaves the edit, and the same write goes again", async () => {
  answers = [() => "no answer", ok(2)];
  enqueue([star(true)]);
  await settle();
  assert.equal(edits.value.length, 1);
  assert.equal(unsent.value, true);
  sendNow();
  await settle();
  assert.equal(edits.value.length, 0);
  assert.equal(unsent.value, false);
  assert.equal(sent[0]?.writeId, sent[1]?.writeId);
});

test("an edit of a todo that was just added waits for its id", async () => {
  answers = [ok(1, { id: "given" }), ok(2, { id: "given" })];
  const id = "temporary";
  enqueue([
    made({ kind: "add", title: "New" }, { todoId: id, version: 0 }),
    made({ kind: "act", action: "complete" }, { todoId: id, version: 0 }),
  ]);
  await settle();
  assert.equal(sent[1]?.path, "/api/lists/list/todos/given/complete");
  assert.deepEqual(confirmed, [
    ["temporary", 1],
    ["given", 2],
  ]);
});

test("a stale star is sent again at the version that is there", async () => {
  answers = [stale(aRow({ id: "t", version: 7 })), ok(8)];
  enqueue([star(true)]);
  await settle();
  assert.deepEqual(
    sent.map(each => each.version),
    ['"1"', '"7"'],
  );
  assert.notEqual(sent[0]?.writeId, sent[1]?.writeId);
});

test("a tick of what is done already sends nothing more", async () => {
  answers = [stale(aRow({ id: "t", version: 7, completed_at: "2026-11-27T00:00:00.000Z" }))];
  enqueue([made({ kind: "act", action: "complete" })]);
  await settle();
  assert.equal(sent.length, 1);
  assert.deepEqual(edits.value, []);
});

test("a text that both sides changed stays with the owner", async () => {
  answers = [stale(aRow({ id: "t", version: 7, title: "Theirs" }))];
  enqueue([made({ kind: "patch", fields: { title: "Mine" }, was: { title: "Old" } })]);
  await settle();
  assert.deepEqual(edits.value, []);
  assert.deepEqual(
    disputes.value.map(each => [each.kind, each.mine]),
    [["conflict", { title: "Mine" }]],
  );
});

test("the text for a todo that is gone stays with the owner, and the queue goes on", async () => {
  const gone = { code: "not_found", detail: "gone", status: 404, title: "", type: "about:blank" };
  answers = [() => ({ status: 404, body: gone }), ok(2)];
  enqueue([made({ kind: "patch", fields: { title: "Mine" }, was: { title: "Old" } }), star(true)]);
  await settle();
  assert.deepEqual(
    disputes.value.map(each => each.kind),
    ["gone"],
  );
  assert.equal(sent.length, 2);
});

test("what was done to several at once is one request, and each answer counts by itself", async () => {
  answers = [
    () => ({
      status: 200,
      body: {
        results: [
          { id: "a", status: 200, todo: aRow({ id: "a", version: 2 }) },
          {
            id: "b",
            status: 404,
            problem: { code: "not_found", detail: "gone", status: 404, title: "", type: "" },
          },
        ],
      },
    }),
  ];
  const group = "g";
  enqueue(["a", "b"].map(todoId => made({ kind: "act", action: "complete" }, { todoId, group })));
  await settle();
  assert.equal(sent.length, 1);
  assert.deepEqual(sent[0]?.body, {
    action: "complete",
    todos: [
      { id: "a", version: 1 },
      { id: "b", version: 1 },
    ],
  });
  assert.deepEqual(confirmed, [["a", 2]]);
  assert.deepEqual(edits.value, []);
});

test("whoever is signed out meanwhile loses nothing", async () => {
  const out = { code: "unauthorized", detail: "out", status: 401, title: "", type: "about:blank" };
  answers = [() => ({ status: 401, body: out })];
  enqueue([star(true)]);
  await settle();
  assert.equal(edits.value.length, 1);
});

test("a second edit that waited behind a stale one is compared with what is there, too", async () => {
  const theirs = aRow({ id: "t", version: 7, title: "Theirs" });
  answers = [
    stale(theirs),
    ok(8, { title: "Theirs" }),
    stale(aRow({ id: "t", version: 8, title: "Theirs" })),
  ];
  enqueue([star(true), made({ kind: "patch", fields: { title: "Mine" }, was: { title: "Old" } })]);
  await settle();
  assert.deepEqual(
    sent.map(each => each.version),
    ['"1"', '"7"', '"1"'],
  );
  assert.deepEqual(
    disputes.value.map(each => each.mine),
    [{ title: "Mine" }],
  );
});

test("of two texts of one todo that both sides changed none is lost", async () => {
  const theirs = aRow({ id: "t", version: 7, title: "Theirs", notes: "theirs" });
  answers = [stale(theirs), stale(theirs)];
  enqueue([
    made({ kind: "patch", fields: { title: "Mine" }, was: { title: "Old" } }),
    made({ kind: "patch", fields: { notes: "mine" }, was: { notes: "old" } }),
  ]);
  await settle();
  assert.deepEqual(
    disputes.value.map(each => each.mine),
    [{ title: "Mine", notes: "mine" }],
  );
});

test("a place beside a todo that was just added names it by its own id", async () => {
  answers = [ok(1, { id: "given" }), ok(2)];
  enqueue([
    made({ kind: "add", title: "New" }, { todoId: "temporary", version: 0 }),
    made({ kind: "place", after: "temporary", order: "b" }),
  ]);
  await settle();
  assert.deepEqual(sent[1]?.body, { after: "given" });
});

const place = (before: string) => made({ kind: "place", before, order: "V" });

test("a row that is moved again before its move is sent is moved once, to where it is now", async () => {
  answers = [ok(2), ok(3)];
  enqueue([place("a")]);
  enqueue([place("b")]);
  enqueue([place("c")]);
  await settle();
  assert.deepEqual(
    sent.map(each => each.body),
    [{ before: "a" }, { before: "c" }],
  );
  assert.deepEqual(edits.value, []);
});

test("moves of two rows are two moves", async () => {
  answers = [ok(2), ok(3), ok(4)];
  enqueue([star(true)]);
  enqueue([place("a")]);
  enqueue([made({ kind: "place", before: "b", order: "V" }, { todoId: "u" })]);
  await settle();
  assert.equal(sent.length, 3);
});

const tick = (occurrence: string, given: Partial<Edit> = {}) =>
  made({ kind: "act", action: "complete", occurrence }, given);
const daily = (due: string, more: object = {}) => ({
  due: { date: due },
  repeat: { rrule: "FREQ=DAILY", anchor: "2026-11-25" },
  ...more,
});

test("a tick names its occurrence; a later one that the service has rolled over already is not sent", async () => {
  answers = [ok(2, daily("2026-12-02", { rolled: { from: "2026-11-25", to: "2026-12-02" } }))];
  enqueue([tick("2026-11-25"), tick("2026-11-28")]);
  await settle();
  assert.deepEqual(
    sent.map(request => request.body),
    [{ occurrence: "2026-11-25" }],
  );
  assert.deepEqual(edits.value, []);
});

test("a tick of a day that the todo was put back to by hand is sent, though it was rolled over that day before", async () => {
  const before = { rolled: { from: "2026-11-30", to: "2026-12-01" } };
  answers = [ok(2, daily("2026-11-28", before)), ok(3, daily("2026-12-02"))];
  const due = made({ kind: "patch", fields: { due: { date: "2026-11-28" } }, was: {} });
  enqueue([due, tick("2026-11-28")]);
  await settle();
  assert.deepEqual(sent.at(-1)?.body, { occurrence: "2026-11-28" });
  assert.equal(sent.length, 2);
});

test("a tick does nothing to a todo that was given another due elsewhere, and says so", async () => {
  answers = [stale(aRow({ id: "t", version: 7, ...daily("2026-12-20") }))];
  enqueue([tick("2026-12-01")]);
  await settle();
  assert.equal(sent.length, 1);
  assert.deepEqual(edits.value, []);
  assert.match(notice.value?.text ?? "", /due at another time/);
});

test("what was ticked and taken back before it was sent is sent as neither", async () => {
  answers = [];
  enqueue([star(true)]);
  await settle();
  enqueue([tick("2026-12-01")]);
  enqueue([made({ kind: "act", action: "reopen", occurrence: "2026-12-02" })]);
  assert.deepEqual(
    edits.value.map(each => each.does.kind),
    ["patch"],
  );
  answers = [ok(2)];
  sendNow();
  await settle();
  assert.equal(sent.length, 2);
});
