import { NotepadText, Star } from "lucide";
import { memo } from "preact/compat";
import { GlyphButton } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { hasNotes, isOpen, type Row } from "../../rules/rows.ts";
import { complete, reopen, star } from "../../state/doing.ts";
import { addressOf } from "../../state/route.ts";
import { RowFacts } from "./RowFacts.tsx";

export type ItemProps = {
  row: Row;
  selected: boolean;
  /** Where its title leads; over its list when left out. */
  href?: string;
  /** Given where rows can be put elsewhere by hand. */
  onGrip?: ((row: Row, event: PointerEvent) => void) | undefined;
  /** Answers whether the press chose the row, and opens nothing. */
  onPress: (row: Row, event: MouseEvent) => boolean;
};

/** One todo of a list. Everything in it is text of others: it is shown, never interpreted. */
export const TodoItem = memo(function TodoItem({ row, selected, href, onGrip, onPress }: ItemProps) {
  const title = row.title_shortened ? `${row.title}…` : row.title;
  const open = isOpen(row);
  return (
    <div class={`todo ${selected ? "selected" : ""} ${open ? "" : "done"}`} data-id={row.id}>
      {onGrip && <span class="grip" onPointerDown={event => onGrip(row, event)} />}
      <label class="tick">
        <input
          type="checkbox"
          checked={!open}
          onChange={() => (open ? complete([row]) : reopen([row]))}
          aria-label={`${open ? "Complete" : "Reopen"}: ${title}`}
        />
      </label>
      <div class="todo-main">
        <a
          class="todo-title"
          href={href ?? addressOf({ page: "list", listId: row.list_id, todoId: row.id })}
          dir="auto"
          aria-current={selected || undefined}
          onClick={event => {
            if (onPress(row, event)) event.preventDefault();
          }}
        >
          {title}
        </a>
        <RowFacts row={row} />
      </div>
      {hasNotes(row) && (
        <span class="has-notes" title="Has notes">
          <Icon of={NotepadText} />
          <span class="unseen">has notes</span>
        </span>
      )}
      <GlyphButton
        icon={Star}
        label={`Star: ${title}`}
        title={row.starred ? "Take the star away" : "Star"}
        class={`star ${row.starred ? "on" : ""}`}
        aria-pressed={row.starred}
        onClick={() => star([row], !row.starred)}
      />
    </div>
  );
});
