import type { RefObject } from "preact";
import type { VirtualRows } from "../../parts/useVirtualRows.ts";
import type { Row } from "../../rules/rows.ts";
import { announce } from "../../state/notices.ts";
import { viewedRows } from "../../state/viewing.ts";
import { step } from "./placing.ts";

/** The row that has the focus, if one of these does. */
export function focusedIndex(rows: readonly Row[]): number | undefined {
  const id = document.activeElement?.closest<HTMLElement>("[data-id]")?.dataset.id;
  const at = id === undefined ? -1 : rows.findIndex(row => row.id === id);
  return at < 0 ? undefined : at;
}

/** Arrows go from row to row, with Alt they take the row along. */
export function useRowKeys(
  box: RefObject<HTMLElement | null>,
  virtual: VirtualRows,
  rows: readonly Row[],
  sortable: boolean,
) {
  const focus = (row: Row) => {
    requestAnimationFrame(() => {
      box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.id)}"] .todo-title`)?.focus();
    });
  };
  const goTo = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    virtual.scrollToIndex(index, { align: "auto" });
    focus(row);
  };
  return (event: KeyboardEvent) => {
    const at = focusedIndex(rows);
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || row === undefined) return;
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    if (by !== undefined && event.altKey) {
      // As they are by now: a key that is held comes again before the rows are drawn.
      if (sortable) step(viewedRows.peek(), row, by);
      else announce("Rows move in the sort “My order” alone.");
    } else if (by !== undefined) goTo(at + by);
    else if (event.key === "Home" && event.ctrlKey) goTo(0);
    else if (event.key === "End" && event.ctrlKey) goTo(rows.length - 1);
    else return;
    event.preventDefault();
  };
}
