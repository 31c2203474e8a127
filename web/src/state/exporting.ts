/** A whole list as one file, which an import takes back. */

import * as calls from "../api/calls.ts";
import { answered } from "./answered.ts";

export type ExportProgress = { todos: number; waiting: boolean };

/** Read everything in the list. Raises Refused; and the reason of `leaving` once that is aborted. */
export async function exported(
  listId: string,
  tell: (progress: ExportProgress) => void,
  leaving: AbortSignal,
): Promise<Blob> {
  const parts: string[] = [];
  let todos = 0;
  let format = "";
  let cursor: string | undefined;
  do {
    const at = cursor;
    const page = await answered(
      () => calls.exportPage(listId, at),
      () => tell({ todos, waiting: true }),
      leaving,
    );
    leaving.throwIfAborted();
    format = page.format ?? format;
    for (const todo of page.todos) parts.push(JSON.stringify(todo));
    todos += page.todos.length;
    tell({ todos, waiting: false });
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  const head = `{"format": ${JSON.stringify(format)}, "todos": [\n`;
  return new Blob([head, parts.join(",\n"), "\n]}\n"], { type: "application/json" });
}

const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
const LONGEST_NAME = 60;

/** A name that every file system takes; the day is that of the owner. */
export function fileName(listName: string, now: Date, timeZone: string): string {
  const name = [...listName.replace(NOT_IN_NAMES, "-").trim()]
    .slice(0, LONGEST_NAME)
    .join("")
    .replace(/^\.+|[. ]+$/g, "");
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const day = Object.fromEntries(parts.formatToParts(now).map(part => [part.type, part.value]));
  return `follow-ups-${name || "list"}-${day.year}-${day.month}-${day.day}.json`;
}
