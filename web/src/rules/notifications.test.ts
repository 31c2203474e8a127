import assert from "node:assert/strict";
import { test } from "node:test";
import { failed, shown } from "./notifications.ts";

const ORIGIN = "http://127.0.0.1:8765";
const PUSH = {
  title: "Call the bank",
  list: "Work",
  todo_id: "t",
  list_id: "l",
  url: "https://todo.example.com/lists/l/todos/t",
  token: "abc",
  tag: "todo-t",
};

test("a reminder shows the title and the list, and opens the todo at the name this browser knows", () => {
  const { title, options } = shown(JSON.stringify(PUSH), ORIGIN);
  assert.equal(title, "Call the bank");
  assert.equal(options.body, "Work");
  assert.equal(options.tag, "todo-t");
  assert.deepEqual(options.data, { path: "/lists/l/todos/t", title: "Call the bank", token: "abc" });
});

test("what a token is good for stands as buttons, and a summary has none", () => {
  const actionsOf = (push: object) => {
    const { options } = shown(JSON.stringify(push), ORIGIN);
    return (options as { actions?: { action: string }[] }).actions?.map(each => each.action);
  };
  assert.deepEqual(actionsOf(PUSH), ["done", "later"]);
  assert.equal(
    actionsOf({ title: "12 todos due today", count: 12, url: `${ORIGIN}/`, tag: "day" }),
    undefined,
  );
});

for (const text of ["", "not json", "null", "[]", "{}", '{"title": 4, "url": "http://[", "tag": null}']) {
  test(`a push that says ${JSON.stringify(text)} shows one notification all the same`, () => {
    const { title, options } = shown(text, ORIGIN);
    assert.equal(title, "Something is due");
    assert.equal(options.data.path, "/");
    assert.equal(options.tag, "reminder");
  });
}

test("an address elsewhere leads nowhere else", () => {
  const { options } = shown(JSON.stringify({ ...PUSH, url: "javascript:alert(1)" }), ORIGIN);
  assert.ok(!options.data.path.includes(":"), options.data.path);
  const other = shown(JSON.stringify({ ...PUSH, url: "//evil.example/lists/l" }), ORIGIN);
  assert.equal(other.options.data.path, "/lists/l");
});

test("an action that failed says what to do, without buttons", () => {
  const { options } = failed({ path: "/lists/l/todos/t", title: "Call the bank", token: "abc" }, false);
  assert.match(options.body ?? "", /could not be reached/);
  assert.deepEqual(options.data, { path: "/lists/l/todos/t", title: "Call the bank" });
});
