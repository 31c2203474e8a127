import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { authorizeWith, byCookie } from "../api/client.ts";
import type { Change } from "../api/types.ts";
import { aRow } from "../rules/sample.ts";
import * as board from "./board.ts";
import { closeBoard, openBoard, readMissed, takeChanges, unread } from "./loading.ts";
import { edits } from "./sending.ts";

/** A service with one list, its log, and what was asked of it. */
const service = {
  rows: new Map<string, ReturnType<typeof aRow>>(),
  log: [] as Change[],
  gone: false,
  away: false,
  asked: [] as string[],
};

function write(row: ReturnType<typeof aRow>, deleted = false): void {
  if (deleted) service.rows.delete(row.id);
  else service.rows.set(row.id, row);
  service.log.push({ id: row.id, version: row.version, deleted });
}

function answer(path: string): { status: number; body: unknown } {
  const url = new URL(path, "http://x");
  const at = (name: string) => url.searchParams.get(name);
  if (url.pathname.endsWith("/changes")) {
    if (service.gone && at("since") !== null)
      return { status: 410, body: { code: "position_gone", detail: "", status: 410 } };
    const from = at("since") === null ? service.log.length : Number(at("since"));
    const changes = service.log.slice(from, from + 200);
    const end = from + changes.length;
    return { status: 200, body: { changes, position: String(end), more: end < service.log.length } };
  }
  if (url.pathname.endsWith("/todos")) {
    const rows = [...service.rows.values()];
    const from = Number(at("cursor") ?? 0);
    const end = from + Number(at("limit"));
    const page = { todos: rows.slice(from, end), ...(end < rows.length && { next_cursor: String(end) }) };
    return { status: 200, body: page };
  }
  const row = service.rows.get(url.pathname.split("/").at(-1) ?? "");
  return row
    ? { status: 200, body: row }
    : { status: 404, body: { code: "not_found", detail: "", status: 404 } };
}

authorizeWith(byCookie());

beforeEach(() => {
  service.rows.clear();
  service.log.length = 0;
  service.gone = false;
  service.away = false;
  service.asked = [];
  edits.value = [];
  closeBoard();
  mock.method(globalThis, "fetch", async (path: string) => {
    service.asked.push(path);
    if (service.away) throw new TypeError("nobody there");
    const { status, body } = answer(path);
    return new Response(JSON.stringify(body), { status });
  });
});

const titles = () => board.openRows.value.map(row => row.title);
const filled = (count: number) => {
  for (let at = 0; at < count; at += 1) write(aRow({ id: `t${at}`, title: `${at}` }));
};
const reads = (part: string) => service.asked.filter(path => path.includes(part)).length;

test("a list is read whole, page by page, and then it is all there", async () => {
  filled(500);
  await openBoard("list");
  assert.equal(board.openRows.value.length, 500);
  assert.equal(board.held.value, "all");
  assert.equal(reads("/todos?"), 4);
});

test("after a gap only what changed is read, each todo once", async () => {
  filled(3);
  await openBoard("list");
  service.asked = [];
  write(aRow({ id: "t0", title: "zero", version: 2 }));
  write(aRow({ id: "t0", title: "zero again", version: 3 }));
  write(aRow({ id: "new", title: "new", version: 1 }));
  write(aRow({ id: "t1", version: 2 }), true);
  await readMissed();
  assert.deepEqual(titles().sort(), ["2", "new", "zero again"]);
  assert.equal(reads("/todos/"), 2);
  assert.equal(reads("/todos?"), 0);
});

test("what came by the socket meanwhile is not read again", async () => {
  filled(1);
  await openBoard("list");
  service.asked = [];
  const row = aRow({ id: "t0", title: "told", version: 2 });
  write(row);
  await takeChanges("list", [{ id: "t0", version: 2, deleted: false, todo: row }]);
  await readMissed();
  assert.deepEqual(titles(), ["told"]);
  assert.equal(reads("/todos/"), 0);
});

test("a message without the row has it read", async () => {
  filled(1);
  await openBoard("list");
  write(aRow({ id: "t0", title: "long", version: 2 }));
  await takeChanges("list", [{ id: "t0", version: 2, deleted: false }]);
  assert.deepEqual(titles(), ["long"]);
});

test("a position that is gone, or very many changes, read the list anew", async () => {
  filled(2);
  await openBoard("list");
  write(aRow({ id: "t0", version: 2 }), true);
  service.gone = true;
  await readMissed();
  assert.deepEqual(titles(), ["1"]);
  service.gone = false;
  service.asked = [];
  for (let at = 0; at < 200; at += 1) write(aRow({ id: `many${at}`, title: "many", version: 1 }));
  await readMissed();
  assert.equal(board.openRows.value.length, 201);
  assert.equal(reads("/todos/"), 0);
});

test("a list that is left while it is read shows nothing of itself in the next one", async () => {
  filled(300);
  const first = openBoard("list");
  const second = openBoard("other");
  await Promise.all([first, second]);
  assert.equal(board.boardList.value, "other");
  assert.ok(service.asked.some(path => path.includes("/lists/other/")));
});

test("nobody there: what is shown stays, and the page says so until somebody is", async () => {
  filled(2);
  await openBoard("list");
  service.away = true;
  write(aRow({ id: "t0", title: "later", version: 2 }));
  await readMissed();
  assert.equal(unread.value, true);
  assert.equal(titles().length, 2);
  service.away = false;
  await readMissed();
  assert.equal(unread.value, false);
  assert.ok(titles().includes("later"));
});
