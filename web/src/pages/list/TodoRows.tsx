import { useRef } from "preact/hooks";
import { useLatest } from "../../parts/useLatest.ts";
import { useVirtualRows } from "../../parts/useVirtualRows.ts";
import type { Group } from "../../rules/agenda.ts";
import type { Row } from "../../rules/rows.ts";
import { keyOf } from "../../state/board.ts";
import { isSelected, selectedRows, selectTo, toggle } from "../../state/selection.ts";
import { putAt } from "./placing.ts";
import { hasFacts } from "./RowFacts.tsx";
import { TodoItem } from "./TodoItem.tsx";
import { useDragging } from "./useDragging.ts";
import { useKeptFocus } from "./useKeptFocus.ts";
import { useLongPress } from "./useLongPress.ts";
import { focusedIndex, useRowKeys } from "./useRowKeys.ts";

/** As the style sheet has it, for a title of one line. */
const TITLE_PIXELS = 50;
const FACTS_PIXELS = 19;
const HEADING_PIXELS = 46;

const GROUP_NAMES: Record<Group, string> = {
  overdue: "Overdue",
  today: "Today",
  tomorrow: "Tomorrow",
  week: "This week",
  later: "Later",
  undated: "No date",
};

type TodoRowsProps = {
  rows: readonly Row[];
  label: string;
  sortable?: boolean;
  /** The group of each row; the first one of a group stands under its name. */
  groups?: readonly Group[] | undefined;
};

/** A list of todos, however long: only what is near the window is in the document. */
export function TodoRows({ rows, label, sortable = false, groups }: TodoRowsProps) {
  const headingAt = (index: number) =>
    groups && groups[index] !== groups[index - 1] ? groups[index] : undefined;
  const box = useRef<HTMLOListElement>(null);
  const virtual = useVirtualRows(box, {
    count: rows.length,
    keyOf: index => (rows[index] ? keyOf(rows[index]) : String(index)),
    estimate: index =>
      TITLE_PIXELS +
      (rows[index] && hasFacts(rows[index]) ? FACTS_PIXELS : 0) +
      (headingAt(index) ? HEADING_PIXELS : 0),
    pinned: () => focusedIndex(rows),
  });
  const gapAt = (y: number) => {
    const at = virtual.getVirtualItemForOffset(y + virtual.options.scrollMargin);
    if (at === undefined) return 0;
    return y + virtual.options.scrollMargin > at.start + at.size / 2 ? at.index + 1 : at.index;
  };
  const { dragging, start } = useDragging(box, gapAt, (row, gap) => putAt(rows, row, gap));
  const held = useLongPress(row => toggle(row));
  const press = useLatest((row: Row, event: MouseEvent) => {
    if (event.shiftKey) selectTo(row, rows);
    else if (event.ctrlKey || event.metaKey || selectedRows.value.length > 0) toggle(row);
    else return false;
    return true;
  });
  const grip = useLatest(start);
  useKeptFocus(box, rows);
  const onKeyDown = useRowKeys(box, virtual, rows, sortable);

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
        const heading = headingAt(item.index);
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
            {heading && <h2 class="group-name">{GROUP_NAMES[heading]}</h2>}
            <TodoItem
              row={row}
              selected={isSelected(row)}
              onGrip={sortable ? grip : undefined}
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
