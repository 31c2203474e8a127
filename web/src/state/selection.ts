/** The rows that are chosen to do something with at once. */

import { computed, effect, signal } from "@preact/signals";
import type { Row } from "../rules/rows.ts";
import { boardList, rowNow } from "./board.ts";

const chosen = signal<ReadonlySet<string>>(new Set());
let anchor: string | undefined;

/** Those that are still there. */
export const selectedRows = computed<Row[]>(() =>
  [...chosen.value].map(rowNow).filter((row): row is Row => row !== undefined),
);

export function isSelected(row: Row): boolean {
  return chosen.value.has(row.id);
}

export function toggle(row: Row): void {
  const next = new Set(chosen.value);
  if (!next.delete(row.id)) next.add(row.id);
  anchor = row.id;
  chosen.value = next;
}

/** Everything from the one that was chosen last up to this one, as it is shown. */
export function selectTo(row: Row, rows: readonly Row[]): void {
  const from = rows.findIndex(each => each.id === anchor);
  const to = rows.findIndex(each => each.id === row.id);
  if (from < 0 || to < 0) {
    toggle(row);
    return;
  }
  const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  chosen.value = new Set([...chosen.value, ...range.map(each => each.id)]);
}

export function selectAll(rows: readonly Row[]): void {
  chosen.value = new Set(rows.map(each => each.id));
}

export function selectNone(): void {
  if (chosen.value.size > 0) chosen.value = new Set();
}

let of: string | undefined;
effect(() => {
  if (boardList.value === of) return;
  of = boardList.value;
  selectNone();
});
