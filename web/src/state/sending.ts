/** The queue of edits: each is shown at once, sent in its order, and stays until the service has answered. */

import { signal } from "@preact/signals";
import * as calls from "../api/calls.ts";
import { NotReached, Refused } from "../api/client.ts";
import type { Todo } from "../api/types.ts";
import type { Action, Edit } from "../rules/edits.ts";
import { newName } from "../rules/names.ts";
import { hasPassed, stale, textOf } from "../rules/settling.ts";
import { adoptEdits, dropEdit, keepEdit, replaceEdit } from "../store/edits.ts";
import { dispute } from "./disputes.ts";
import { announce, notify } from "./notices.ts";

export const edits = signal<Edit[]>([]);
/** Whether the last try to send found nobody. */
export const unsent = signal(false);

/** Told what the service says of a todo: under which id the page knew it, and how it is now. */
export type Confirmed = (knownAs: string, todo: Todo) => void;

const BATCH = 100;
const LONGEST_WAIT_SECONDS = 30;
const MOST_TRIES = 4;

let confirmed: Confirmed = () => undefined;
let running = false;
let waiting: ReturnType<typeof setTimeout> | undefined;
let failures = 0;

/** From the first moment on: what is added while the owner is still being signed in may be answered before anything else. */
export function whenConfirmed(given: Confirmed): void {
  confirmed = given;
}

export async function startSending(given: Confirmed): Promise<void> {
  whenConfirmed(given);
  await adopt();
}

/** Send what closed pages left behind, too. */
export async function adopt(): Promise<void> {
  const left = await adoptEdits();
  if (left.length > 0) edits.value = [...left, ...edits.value];
  void send();
}

/** Forget what was not sent: the owner signed out. */
export function forgetEdits(): void {
  clearTimeout(waiting);
  waiting = undefined;
  edits.value = [];
}

export function enqueue(given: readonly Edit[]): void {
  const last = edits.value.at(-1);
  const [only] = given;
  const isOne = last !== undefined && only !== undefined && given.length === 1 && !isBeingSent(last);
  if (isOne && isTakenBack(last, only)) {
    edits.value = edits.value.slice(0, -1);
    void dropEdit(last);
  } else if (isOne && isMovedOn(last, only)) {
    edits.value = [...edits.value.slice(0, -1), only];
    void replaceEdit(last, only);
  } else {
    edits.value = [...edits.value, ...given];
    for (const edit of given) void keepEdit(edit);
  }
  void send();
}

function isBeingSent(edit: Edit): boolean {
  return running && edits.value[0] === edit;
}

/** A row that is moved again before its last move was sent only has to get where it is now. */
function isMovedOn(last: Edit, next: Edit): boolean {
  return last.does.kind === "place" && next.does.kind === "place" && last.todoId === next.todoId;
}

/** What was completed and is opened again before that was sent was never done: somebody else may do it meanwhile. */
function isTakenBack(last: Edit, next: Edit): boolean {
  if (last.does.kind !== "act" || next.does.kind !== "act" || last.todoId !== next.todoId) return false;
  const isAlone = last.group === undefined && next.group === undefined;
  return isAlone && next.does.action === "reopen" && ["complete", "skip"].includes(last.does.action);
}

/** Try again now: the network is back, or the owner signed in. */
export function sendNow(): void {
  clearTimeout(waiting);
  waiting = undefined;
  void send();
}

async function send(): Promise<void> {
  if (running || waiting !== undefined) return;
  running = true;
  try {
    for (let head = edits.value[0]; head !== undefined; head = edits.value[0]) {
      await sendHead(head);
      failures = 0;
      unsent.value = false;
    }
  } catch (failure) {
    if (failure instanceof NotReached) waitAndSend(failure.after);
    else if (!(failure instanceof Refused && failure.status === 401)) throw failure;
  } finally {
    running = false;
  }
}

function waitAndSend(after: number): void {
  unsent.value = true;
  failures += 1;
  const seconds = Math.max(after, Math.min(2 ** failures, LONGEST_WAIT_SECONDS) * (0.5 + Math.random() / 2));
  waiting = setTimeout(sendNow, seconds * 1000);
}

async function sendHead(head: Edit): Promise<void> {
  const together = head.group === undefined ? [head] : sameGroup(head);
  if (together.length > 1) await sendTogether(together);
  else await sendOne(head);
}

function sameGroup(head: Edit): Edit[] {
  const end = edits.value.findIndex(each => each.group !== head.group);
  return edits.value.slice(0, Math.min(end < 0 ? edits.value.length : end, BATCH));
}

async function sendOne(edit: Edit): Promise<void> {
  let todo: Todo;
  try {
    todo = await sent(edit);
  } catch (failure) {
    if (!(failure instanceof Refused) || failure.status === 401) throw failure;
    await refused(edit, failure);
    return;
  }
  landed(edit, todo);
}

function sent(edit: Edit): Promise<Todo> {
  const { does, listId, todoId } = edit;
  const write = { version: edit.version, writeId: edit.writeId };
  switch (does.kind) {
    case "add": {
      const { kind: _, ...body } = does;
      return calls.addTodo(listId, body, edit.writeId);
    }
    case "patch":
      return calls.patchTodo(listId, todoId, does.fields, write);
    case "place": {
      const { before, after } = does;
      return calls.patchTodo(listId, todoId, { ...(before && { before }), ...(after && { after }) }, write);
    }
    case "act": {
      if (does.action === "delete") return calls.deleteTodo(listId, todoId, write);
      const { kind: _, action, occurrence, ...rest } = does;
      const names = occurrence !== undefined && (action === "complete" || action === "skip");
      const body = names ? { ...rest, occurrence } : rest;
      return calls.actOnTodo(listId, todoId, action, Object.keys(body).length > 0 ? body : undefined, write);
    }
  }
}

async function sendTogether(together: Edit[]): Promise<void> {
  const first = together[0];
  if (first?.does.kind !== "act") throw new TypeError("only actions are sent together");
  const { kind: _, action, occurrence: __, ...parameters } = first.does;
  const todos = together.map(edit => ({ id: edit.todoId, version: edit.version }));
  const { results } = await calls.batch(first.listId, { action: batchName(action), todos, ...parameters });
  for (const [at, edit] of together.entries()) {
    const result = results[at];
    if (result?.todo) landed(edit, result.todo);
    else if (result?.problem) await refused(edit, new Refused(result.status, result.problem));
  }
}

function batchName(action: Action): string {
  return action.replaceAll("-", "_");
}

/** The service has it. Edits that were made on top of this one are on top of what came of it now. */
function landed(edit: Edit, todo: Todo): void {
  const over = edits.value.filter(each => each !== edit && isOver(each, edit, todo));
  for (const each of over) void dropEdit(each);
  const rest = edits.value.filter(each => each !== edit && !over.includes(each));
  edits.value = rest.map(each => {
    const rebased = onTop(each, edit, todo);
    if (rebased !== each) void keepEdit(rebased);
    return rebased;
  });
  void dropEdit(edit);
  confirmed(edit.todoId, todo);
}

/** A later one of its occurrences was completed, too, but it was late: the service has rolled over that one as well. */
function isOver({ does, todoId }: Edit, edit: Edit, todo: Todo): boolean {
  if (todoId !== edit.todoId || does.kind !== "act") return false;
  return (does.action === "complete" || does.action === "skip") && hasPassed(todo, does.occurrence);
}

/** A later edit, on top of what came of this one; a todo that was just added is known by its own id from now on. */
function onTop(later: Edit, edit: Edit, todo: Todo): Edit {
  const { does } = later;
  const isNeighbour = does.kind === "place" && [does.before, does.after].includes(edit.todoId);
  const named =
    isNeighbour && edit.todoId !== todo.id
      ? {
          ...later,
          does: {
            ...does,
            ...(does.before === edit.todoId && { before: todo.id }),
            ...(does.after === edit.todoId && { after: todo.id }),
          },
        }
      : later;
  if (later.todoId !== edit.todoId || later.version !== edit.version) return named;
  return { ...named, todoId: todo.id, version: todo.version };
}

async function refused(edit: Edit, refusal: Refused): Promise<void> {
  const current = refusal.status === 412 ? (refusal.problem.current as Todo | undefined) : undefined;
  if (current !== undefined) {
    settle(edit, current);
    return;
  }
  await giveUp(edit, refusal);
}

const tries = new WeakMap<object, number>();

function settle(edit: Edit, current: Todo): void {
  confirmed(edit.todoId, current);
  const settled = stale(edit, current, newName());
  if (settled.kind === "conflict") {
    const { mine, theirs } = settled;
    dispute({ kind: "conflict", listId: edit.listId, todoId: edit.todoId, mine, theirs });
    announce("This was changed elsewhere meanwhile. Choose which text to keep.");
  }
  if (settled.kind === "moot") notify({ text: `Not saved: ${settled.reason}` });
  const next = settled.kind === "done" || settled.kind === "moot" ? undefined : settled.edit;
  const tried = (tries.get(edit) ?? 0) + 1;
  if (next === undefined || tried >= MOST_TRIES) {
    edits.value = edits.value.filter(each => each !== edit);
    void dropEdit(edit);
    if (next !== undefined) tooQuick(next);
    return;
  }
  tries.set(next, tried);
  // Later ones of this todo are refused in their turn, and compared with what is there by then.
  edits.value = edits.value.map(each => (each === edit ? next : each));
  void replaceEdit(edit, next);
}

/** Somebody else changed it at every try. A text is not thrown away for that. */
function tooQuick(edit: Edit): void {
  const reason = "This todo changes too quickly just now. Nothing was saved.";
  const mine = textOf(edit);
  if (mine === undefined) notify({ text: reason });
  else dispute({ kind: "refused", listId: edit.listId, todoId: edit.todoId, mine, reason });
}

/** It cannot be done. What was written is put to the owner; what was built on it goes with it. */
async function giveUp(edit: Edit, refusal: Refused): Promise<void> {
  const built = edits.value.filter(
    each => each === edit || (edit.does.kind === "add" && each.todoId === edit.todoId),
  );
  edits.value = edits.value.filter(each => !built.includes(each));
  for (const each of built) {
    await dropEdit(each);
    const mine = textOf(each);
    const place = { listId: each.listId, todoId: each.todoId };
    const isGone = refusal.status === 404 || refusal.status === 410;
    if (mine === undefined) notify({ text: isGone ? "That todo is gone." : `Not saved: ${refusal.message}` });
    else if (isGone) dispute({ kind: "gone", ...place, mine });
    else dispute({ kind: "refused", ...place, mine, reason: refusal.message });
  }
}
