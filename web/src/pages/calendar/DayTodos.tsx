import { Repeat } from "lucide";
import { Icon } from "../../parts/Icon.tsx";
import { dayInFull } from "../../rules/dues.ts";
import type { Entry } from "../../rules/month-grid.ts";
import type { Row } from "../../rules/rows.ts";
import { keyOf } from "../../state/board.ts";
import { addressOf } from "../../state/route.ts";
import { isSelected } from "../../state/selection.ts";
import { QuickAdd } from "../list/QuickAdd.tsx";
import { TodoItem } from "../list/TodoItem.tsx";

const addressIn = (row: Row) => addressOf({ page: "calendar", listId: row.list_id, todoId: row.id });

type DayTodosProps = { listId: string; day: string; entries: readonly Entry[] };

/** Everything of one day, and a line that adds to it. */
export function DayTodos({ listId, day, entries }: DayTodosProps) {
  const due = entries.filter(each => !each.isAhead);
  const ahead = entries.filter(each => each.isAhead);
  return (
    <section class="day-todos" aria-labelledby="day">
      <h2 id="day" tabIndex={-1}>
        {dayInFull(day)}
      </h2>
      <QuickAdd listId={listId} day={day} label="Add a todo for this day" />
      {entries.length === 0 && <p class="quiet">Nothing is due on this day.</p>}
      {due.length > 0 && (
        <ul class="plain" aria-label="Due on this day" onKeyDown={goOn}>
          {due.map(({ row }) => (
            <li key={keyOf(row)}>
              <TodoItem row={row} selected={isSelected(row)} href={addressIn(row)} onPress={never} />
            </li>
          ))}
        </ul>
      )}
      {ahead.length > 0 && (
        <ul class="plain ahead-todos" aria-label="Repeats on this day">
          {ahead.map(({ row }) => (
            <li key={keyOf(row)}>
              <Icon of={Repeat} />
              <a href={addressIn(row)} dir="auto">
                {row.title}
              </a>
              <span class="quiet small">repeats</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const never = () => false;

/** Arrows go from todo to todo, as in the list. */
function goOn(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined || event.altKey) return;
  const titles = [...event.currentTarget.querySelectorAll<HTMLElement>(".todo-title")];
  const at = titles.findIndex(each => each.closest("li")?.contains(event.target as Node));
  titles[at + step]?.focus();
  event.preventDefault();
}
