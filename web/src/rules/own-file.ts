/** An export of this product, read back: one file, or the pages that the API answers put into an array. */

import { type Chosen, checkSize, NotUnderstood } from "./chosen-file.ts";

const FORMAT = "follow-ups/1";
const WANTED = `Choose an export of this product: {"format": "${FORMAT}", "todos": […]}, or an array of such pages.`;

/** The todos as they stand there; what each of them may say, the service decides. Raises NotUnderstood. */
export function readOwnFile(text: string): Chosen {
  checkSize(text.length);
  const value = parsed(text.replace(/^\ufeff/, ""));
  const chosen: Chosen = { todos: [], refused: [] };
  let row = 0;
  for (const [at, page] of (Array.isArray(value) ? value : [value]).entries()) {
    for (const todo of todosOf(page, Array.isArray(value) ? `Page ${at + 1}` : "The file")) {
      row += 1;
      if (isObject(todo)) chosen.todos.push(todo);
      else
        chosen.refused.push({ row, reason: "It is not a todo: a todo is an object with at least a title." });
    }
  }
  return chosen;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    if (!(failure instanceof SyntaxError)) throw failure;
    throw new NotUnderstood(
      `The file is not whole JSON: ${failure.message}. Export it again, or take the part out that is broken.`,
    );
  }
}

function todosOf(page: unknown, what: string): unknown[] {
  if (!isObject(page)) throw new NotUnderstood(`${what} is not an object. ${WANTED}`);
  const { format, todos } = page as { format?: unknown; todos?: unknown };
  if (format !== FORMAT) {
    const says =
      format === undefined
        ? "names no format"
        : `says that its format is ${JSON.stringify(format)?.slice(0, 60)}`;
    throw new NotUnderstood(`${what} ${says}; what can be read is "${FORMAT}". ${WANTED}`);
  }
  if (!Array.isArray(todos)) throw new NotUnderstood(`${what} has no list named "todos". ${WANTED}`);
  return todos;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
