import { Repeat } from "lucide";
import { memo } from "preact/compat";
import { Icon } from "../../parts/Icon.tsx";
import { dayInFull } from "../../rules/dues.ts";
import type { Entry } from "../../rules/month-grid.ts";
import { addressOf } from "../../state/route.ts";

/** More of a day are counted. */
const SHOWN = 3;

type DayCellProps = {
  day: string;
  entries: readonly Entry[];
  isToday: boolean;
  isChosen: boolean;
  isOutside: boolean;
  onChoose: (day: string) => void;
};

/** One day of the month. Who hears it hears how many; the todos themselves are read below. */
export const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, entries, isToday, isChosen, isOutside, onChoose } = props;
  const shown = entries.length > SHOWN ? entries.slice(0, SHOWN - 1) : entries;
  const more = entries.length - shown.length;
  const due = entries.filter(each => !each.isAhead).length;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
    <td
      class={`day ${isOutside ? "outside" : ""} ${isToday ? "is-today" : ""} ${isChosen ? "is-chosen" : ""}`}
      aria-selected={isChosen}
    >
      <button
        type="button"
        class="day-number"
        data-day={day}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isToday ? "date" : undefined}
        aria-label={`${dayInFull(day)}${countWords(due, entries.length - due)}`}
        onClick={event => {
          onChoose(day);
          // By key: whoever chooses a day wants to go on with what is on it.
          if (event.detail === 0) document.getElementById("day")?.focus();
        }}
      >
        {Number(day.slice(8))}
      </button>
      <div class="day-entries" aria-hidden="true">
        {shown.map(({ row, clock, isAhead }) => (
          <a
            key={row.id}
            class={`entry ${isAhead ? "ahead" : ""}`}
            href={addressOf({ page: "calendar", listId: row.list_id, todoId: row.id })}
            tabIndex={-1}
            dir="auto"
            title={row.title}
          >
            {isAhead && <Icon of={Repeat} />}
            {clock && !isAhead && <span class="quiet">{clock} </span>}
            {row.title}
          </a>
        ))}
        {more > 0 && <span class="quiet more">{more} more</span>}
      </div>
      {entries.length > 0 && (
        <span class={`dots ${due === 0 ? "ahead" : ""}`} aria-hidden="true">
          {"•".repeat(Math.min(entries.length, SHOWN))}
        </span>
      )}
    </td>
  );
});

function countWords(due: number, ahead: number): string {
  const said = [
    due > 0 && `${due} ${due === 1 ? "todo" : "todos"}`,
    ahead > 0 && `${ahead} ${ahead === 1 ? "repeat" : "repeats"}`,
  ].filter(Boolean);
  return said.length === 0 ? "" : `, ${said.join(", ")}`;
}
