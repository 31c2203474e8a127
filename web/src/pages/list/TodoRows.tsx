import { useRef } from "preact/hooks";
import { useVirtualRows } from "../../parts/useVirtualRows.ts";
import type { Row } from "../../rules/rows.ts";
import { keyOf } from "../../state/board.ts";
import { isSelected, selectedRows, selectTo, toggle } from "../../state/selection.ts";
import { putAt, step } from "./placing.ts";
import { TodoItem } from "./TodoItem.tsx";
import { useDragging } from "./useDragging.ts";
import { useLongPress } from "./useLongPress.ts";

const ROW_PIXELS = 62;

type TodoRowsProps = { rows: readonly Row[]; label: string; sortable?: boolean };

/** A list of todos, however long: only what is near the window is in the document. */
export function TodoRows({ rows, label, sortable = false }: TodoRowsProps) {
  const box = useRef<HTMLOListElement>(null);
  const focused = () => {
    const id = document.activeElement?.closest<HTMLElement>("[data-id]")?.dataset.id;
    return id === undefined ? undefined : rows.findIndex(row => row.id === id);
  };
  const virtual = useVirtualRows(box, {
    count: rows.length,
    keyOf: index => (rows[index] ? keyOf(rows[index]) : String(index)),
    estimate: ROW_PIXELS,
    pinned: focused,
  });
  const gapAt = (y: number) => {
    const at = virtual.getVirtualItemForOffset(y + virtual.options.scrollMargin);
    if (at === undefined) return 0;
    return y + virtual.options.scrollMargin > at.start + at.size / 2 ? at.index + 1 : at.index;
  };
  const { dragging, start } = useDragging(box, gapAt, (row, gap) => putAt(rows, row, gap));
  const held = useLongPress(row => toggle(row));
  const press = (row: Row, event: MouseEvent) => {
    if (held.justHeld()) return true;
    if (event.shiftKey) selectTo(row, rows);
    else if (event.ctrlKey || event.metaKey || selectedRows.value.length > 0) toggle(row);
    else return false;
    return true;
  };

  const focusRow = (index: number) => {
    if (index < 0 || index >= rows.length) return;
    virtual.scrollToIndex(index, { align: "auto" });
    const id = rows[index]?.id;
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id ?? "")}"] .todo-title`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = focused();
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || row === undefined) return;
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      if (sortable) {
        step(rows, row, event.key === "ArrowUp" ? -1 : 1);
        requestAnimationFrame(() => focusRow(at + (event.key === "ArrowUp" ? -1 : 1)));
      }
    } else if (event.key === "ArrowDown") focusRow(at + 1);
    else if (event.key === "ArrowUp") focusRow(at - 1);
    else if (event.key === "Home" && event.ctrlKey) focusRow(0);
    else if (event.key === "End" && event.ctrlKey) focusRow(rows.length - 1);
    else return;
    event.preventDefault();
  };

  const gap = dragging.value?.gap;
  const lineAt =
    gap === undefined
      ? undefined
      : (virtual.measurementsCache[gap]?.start ?? virtual.getTotalSize() + virtual.options.scrollMargin);
  return (
    <ol
      ref={box}
      class={`todos ${dragging.value ? "dragging" : ""}`}
      aria-label={label}
      onKeyDown={onKeyDown}
      {...held.handlers(rows)}
      style={{ height: `${virtual.getTotalSize()}px` }}
    >
      {virtual.getVirtualItems().map(item => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <li
            key={item.key}
            aria-setsize={rows.length}
            aria-posinset={item.index + 1}
            class={`todo-place ${dragging.value?.row.id === row.id ? "lifted" : ""}`}
            data-index={item.index}
            ref={virtual.measureElement}
            style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
          >
            <TodoItem
              row={row}
              selected={isSelected(row)}
              onGrip={sortable ? start : undefined}
              onPress={press}
            />
          </li>
        );
      })}
      {lineAt !== undefined && (
        <li
          aria-hidden="true"
          class="drop-line"
          style={{ transform: `translateY(${lineAt - virtual.options.scrollMargin}px)` }}
        />
      )}
    </ol>
  );
}
