/** What the API can be asked, by name. Each raises what `ask` raises. */

import { type Asked, ask } from "./client.ts";
import type {
  ApiKey,
  BatchResults,
  Changes,
  Export,
  Feed,
  Imported,
  List,
  MadeFeed,
  MadeKey,
  PushSubscriptionKept,
  PushSubscriptions,
  Report,
  Repository,
  Settings,
  Todo,
  TodoPage,
} from "./types.ts";

export type Shelf = "open" | "completed" | "deleted";

export type TodosAsked = {
  state?: Shelf;
  q?: string;
  cursor?: string;
  limit?: number;
  completed_since?: string;
};

/** Ids come from links too, so they are no part of a path until they are encoded. */
function inList(listId: string, rest = ""): string {
  return `/api/lists/${encodeURIComponent(listId)}${rest}`;
}

function ofTodo(listId: string, todoId: string, rest = ""): string {
  return inList(listId, `/todos/${encodeURIComponent(todoId)}${rest}`);
}

/** Every page of something, put together. */
async function everything<T>(path: string, name: string): Promise<T[]> {
  const found: T[] = [];
  let cursor: string | undefined;
  do {
    const page: Record<string, T[] & string> = await ask("GET", path, { query: { limit: 200, cursor } });
    found.push(...(page[name] ?? []));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}

export const readLists = () => everything<List>("/api/lists", "lists");
export const readKeys = () => everything<ApiKey>("/api/keys", "keys");
export const readRepositories = (listId: string) =>
  everything<Repository>(inList(listId, "/repositories"), "repositories");
export const readReports = (listId: string, todoId: string) =>
  everything<Report>(ofTodo(listId, todoId, "/reports"), "reports");

export const readSettings = () => ask<Settings>("GET", "/api/me");
export const editSettings = (patch: object, version: number) =>
  ask<Settings>("PATCH", "/api/me", { body: patch, version });
export const deleteAccount = (version: number) => ask<void>("DELETE", "/api/me", { version });

export const createList = (name: string, writeId: string) =>
  ask<List>("POST", "/api/lists", { body: { name }, writeId });
export const editList = (list: List, patch: object) =>
  ask<List>("PATCH", inList(list.id), { body: patch, version: list.version });
export const deleteList = (list: List) => ask<void>("DELETE", inList(list.id), { version: list.version });
export const restoreList = (listId: string) =>
  ask<List>("POST", inList(listId, "/restore"), { version: "*" });

export const readTodos = (listId: string, query: TodosAsked, signal?: AbortSignal) =>
  ask<TodoPage>("GET", inList(listId, "/todos"), { query, ...(signal && { signal }) });
export const readTodo = (listId: string, todoId: string) => ask<Todo>("GET", ofTodo(listId, todoId));
export const readChanges = (listId: string, since: string | undefined, exact: boolean) =>
  ask<Changes>("GET", inList(listId, "/changes"), { query: { since, exact: exact ? "true" : undefined } });

export const addTodo = (listId: string, body: object, writeId: string) =>
  ask<Todo>("POST", inList(listId, "/todos"), { body, writeId });
export const patchTodo = (listId: string, todoId: string, patch: object, write: Asked) =>
  ask<Todo>("PATCH", ofTodo(listId, todoId), { body: patch, ...write });
export const deleteTodo = (listId: string, todoId: string, write: Asked) =>
  ask<Todo>("DELETE", ofTodo(listId, todoId), write);
export const actOnTodo = (
  listId: string,
  todoId: string,
  action: string,
  body: object | undefined,
  write: Asked,
) => ask<Todo>("POST", ofTodo(listId, todoId, `/${action}`), { ...(body && { body }), ...write });
export const batch = (listId: string, body: object) =>
  ask<BatchResults>("POST", inList(listId, "/todos/batch"), { body });

export const renameRepository = (listId: string, from: string, to: string) =>
  ask<{ name: string; taken_over: number; finished: boolean }>(
    "POST",
    inList(listId, "/repositories/rename"),
    {
      body: { old: from, new: to },
    },
  );

export const createKey = (body: object, writeId: string) =>
  ask<MadeKey>("POST", "/api/keys", { body, writeId });
export const revokeKey = (keyId: string) => ask<void>("DELETE", `/api/keys/${encodeURIComponent(keyId)}`);

export const exportPage = (listId: string, cursor?: string) =>
  ask<Export>("GET", inList(listId, "/export"), { query: { cursor } });
export const importPage = (listId: string, todos: object[], writeId: string) =>
  ask<Imported>("POST", inList(listId, "/import"), { body: { todos }, writeId });

export const newTicket = () => ask<{ url: string; ticket: string }>("POST", "/api/live-tickets");

export const readFeeds = (listId: string) => everything<Feed>(inList(listId, "/feeds"), "feeds");
export const createFeed = (listId: string, body: object, writeId: string) =>
  ask<MadeFeed>("POST", inList(listId, "/feeds"), { body, writeId });
export const deleteFeed = (listId: string, feedId: string) =>
  ask<void>("DELETE", inList(listId, `/feeds/${encodeURIComponent(feedId)}`));

export const readPushSubscriptions = () => ask<PushSubscriptions>("GET", "/api/push-subscriptions");
export const createPushSubscription = (body: object) =>
  ask<PushSubscriptionKept>("POST", "/api/push-subscriptions", { body });
export const deletePushSubscription = (id: string) =>
  ask<void>("DELETE", `/api/push-subscriptions/${encodeURIComponent(id)}`);
