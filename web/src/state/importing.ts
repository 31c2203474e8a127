/** Brings the todos of a file into a list, page by page, so that an interruption makes no doubles. */

import * as calls from "../api/calls.ts";
import { type LeftOut, pagesOf } from "../rules/import-pages.ts";
import { newName } from "../rules/names.ts";
import * as device from "../store/kept.ts";
import { answered } from "./answered.ts";

export type RefusedTodo = LeftOut;

export type Progress = { done: number; imported: number; refused: RefusedTodo[]; waiting: boolean };

/** Where a run is remembered. */
export type Memory = Pick<typeof device, "kept" | "keep" | "drop">;

/**
 * Send them all, and tell how far it is after every page. Pages are named after a run that this device remembers until
 * the last one is through: `source` names the file, and the same file again after an interruption is the same run.
 * Raises Refused: the list is gone, or nobody is signed in any more.
 */
export async function bringIn(
  listId: string,
  source: string,
  todos: readonly object[],
  tell: (progress: Progress) => void,
  memory: Memory = device,
): Promise<void> {
  const name = `import ${listId} ${source}`;
  const run = (await memory.kept<string>(name)) ?? newName();
  await memory.keep(name, run);
  const { pages, leftOut } = pagesOf(todos);
  let refused: RefusedTodo[] = leftOut;
  let done = refused.length;
  let imported = 0;
  tell({ done, imported, refused, waiting: false });
  for (const [number, page] of pages.entries()) {
    const said = await answered(
      () => calls.importPage(listId, page.todos, `${run}-${number}`),
      () => tell({ done, imported, refused, waiting: true }),
    );
    done += page.todos.length;
    imported += said.imported;
    refused = [
      ...refused,
      ...said.refused.map(each => ({ place: page.places[each.position] ?? 0, reason: each.problem.detail })),
    ];
    tell({ done, imported, refused, waiting: false });
  }
  await memory.drop(name);
}
