/** A project of Todoist: sections, tasks by their indent, and comments below the task that they are about. */

import type { Chosen } from "./chosen-file.ts";
import {
  type Cells,
  dueIn,
  type ImportedTodo,
  labelled,
  type Owner,
  worded,
  zoneIn,
} from "./imported-todos.ts";

const COLUMNS = ["type", "content", "priority", "indent"];
/** 1 is the highest of four. */
const HIGH = "1";

export function isTodoist(columns: readonly string[]): boolean {
  return COLUMNS.every(column => columns.includes(column));
}

type Draft = { title: string; parts: string[]; todo: Partial<ImportedTodo> };

/** A row that is undefined is left out; it counts. */
export function readTodoist(rows: readonly (Cells | undefined)[], owner: Owner): Chosen {
  const drafts: Draft[] = [];
  const refused: Chosen["refused"] = [];
  let section = "";
  /** The titles of the tasks that are open above, by their indent. */
  let above: string[] = [];
  let last: Draft | undefined;
  for (const [at, row] of rows.entries()) {
    if (row === undefined) {
      last = undefined;
      continue;
    }
    const type = row("TYPE").trim().toLowerCase();
    const content = row("CONTENT");
    if (type === "section") {
      section = content.trim();
      above = [];
      last = undefined;
    } else if (type === "task") {
      const indent = Math.max(1, Math.trunc(Number(row("INDENT"))) || 1);
      above = above.slice(0, indent - 1);
      last = draft(row, above.at(-1) ?? "", section, owner);
      above.push(content.trim());
      if (worded(content, []) === undefined) {
        refused.push({ row: at + 1, reason: "It has no title." });
        last = undefined;
      } else drafts.push(last);
    } else if (type === "note") {
      if (last !== undefined) last.parts.push(content);
      else refused.push({ row: at + 1, reason: "It is a comment without a task above it." });
    } else if (type !== "" && type !== "meta") {
      refused.push({
        row: at + 1,
        reason: `It is a “${type.slice(0, 40)}”, which is no task, section or note.`,
      });
    }
  }
  return { todos: drafts.map(({ title, parts, todo }) => ({ ...worded(title, parts), ...todo })), refused };
}

function draft(row: Cells, parent: string, section: string, owner: Owner): Draft {
  const written = row("DATE");
  const due = dueIn(written, zoneIn(row("TIMEZONE"), owner.zone));
  const parts = [
    row("DESCRIPTION"),
    labelled("Part of", parent),
    labelled("Section", section),
    labelled("Due", due === undefined ? written : ""),
    labelled("Deadline", row("DEADLINE")),
  ];
  const starred = row("PRIORITY").trim() === HIGH;
  return {
    title: row("CONTENT"),
    parts,
    todo: { ...(starred && { starred: true as const }), ...(due && { due }) },
  };
}
