/** The backup of TickTick: one row for each task, in any order. */

import type { Chosen } from "./chosen-file.ts";
import {
  type Cells,
  dueAt,
  type ImportedTodo,
  instantIn,
  labelled,
  type Owner,
  rruleIn,
  worded,
  zoneIn,
} from "./imported-todos.ts";

const COLUMNS = ["title", "content", "due date", "priority", "status"];
/** 0 none, 1 low, 3 medium, 5 high. */
const HIGH = "5";
/** 1 and 2 are done, and so is what was given up (-1). */
const OPEN = new Set(["", "0"]);

export function isTickTick(columns: readonly string[]): boolean {
  return COLUMNS.every(column => columns.includes(column));
}

/** A row that is undefined is left out; it counts. */
export function readTickTick(rows: readonly (Cells | undefined)[], owner: Owner): Chosen {
  const known = rows.filter(row => row !== undefined);
  const titles = new Map(known.map(row => [row("taskId").trim(), row("Title").trim()]));
  const hasLists = new Set(known.map(listOf)).size > 1;
  const chosen: Chosen = { todos: [], refused: [] };
  for (const [at, row] of rows.entries()) {
    if (row === undefined) continue;
    const parent = row("parentId").trim();
    const parts = [
      content(row),
      labelled("Part of", parent === "" ? "" : (titles.get(parent) ?? "")),
      labelled("List", hasLists ? listOf(row) : ""),
      labelled("Tags", row("Tags")),
    ];
    const due = dueOf(row, owner);
    const rrule = typeof due === "object" && isOpen(row) ? rruleIn(row("Repeat")) : undefined;
    if (rrule === undefined) parts.push(labelled("Repeats", row("Repeat")));
    if (typeof due === "string") parts.push(labelled("Due", due));
    const words = worded(row("Title"), parts);
    if (words === undefined) chosen.refused.push({ row: at + 1, reason: "It has no title." });
    else {
      const todo: ImportedTodo = { ...words, ...states(row, owner) };
      chosen.todos.push({
        ...todo,
        ...(typeof due === "object" && { due }),
        ...(rrule && { repeat: { rrule } }),
      });
    }
  }
  return chosen;
}

function states(row: Cells, owner: Owner): Partial<ImportedTodo> {
  const created = instantIn(row("Created Time"));
  const completed = instantIn(row("Completed Time")) ?? owner.now;
  return {
    ...(row("Priority").trim() === HIGH && { starred: true as const }),
    ...(created && { created_at: created.toISOString() }),
    ...(!isOpen(row) && { completed_at: completed.toISOString() }),
  };
}

function isOpen(row: Cells): boolean {
  return OPEN.has(row("Status").trim());
}

/** The due; the text that is written there, where it is no date. Where only a start is given, that. */
function dueOf(row: Cells, owner: Owner): ImportedTodo["due"] | string {
  const written = row("Due Date").trim() || row("Start Date").trim();
  const at = instantIn(written);
  if (at === undefined) return written;
  return dueAt(at, zoneIn(row("Timezone"), owner.zone), row("Is All Day").trim().toLowerCase() === "true");
}

/** What is in the list of a task is marked by squares, full ones where it is done. */
function content(row: Cells): string {
  const written = row("Content");
  if (row("Is Check list").trim().toUpperCase() !== "Y") return written;
  return written
    .replace(/\s*▫\s*/g, "\n- [ ] ")
    .replace(/\s*▪\s*/g, "\n- [x] ")
    .trim();
}

function listOf(row: Cells): string {
  return [row("Folder Name").trim(), row("List Name").trim()].filter(Boolean).join(" / ");
}
