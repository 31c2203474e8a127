import { useLayoutEffect, useRef } from "preact/hooks";
import { daysLater } from "../../rules/calendar.ts";
import { type Entry, monthsAway } from "../../rules/month-grid.ts";
import { DayCell } from "./DayCell.tsx";

type MonthGridProps = {
  labelledBy: string;
  weeks: readonly (readonly string[])[];
  month: string;
  today: string;
  chosen: string;
  entries: ReadonlyMap<string, readonly Entry[]>;
  onChoose: (day: string) => void;
};

/**
 * The days of a month. Arrows go by days and weeks, Home and End within the week, Page keys by months, with Shift by
 * years (WAI-ARIA APG, date picker dialog).
 */
export function MonthGrid({ labelledBy, weeks, month, today, chosen, entries, onChoose }: MonthGridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const byKey = useRef(false);
  useLayoutEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${chosen}"]`)?.focus();
  }, [chosen]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isDay(event.target)) return;
    const day = dayByKey(event, chosen, weeks);
    if (day === undefined) return;
    event.preventDefault();
    byKey.current = day !== chosen;
    onChoose(day);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are chosen is a grid (APG)
    <table class="month" role="grid" aria-labelledby={labelledBy} ref={grid} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          {weeks[0]?.map(day => (
            <th key={day} scope="col" abbr={weekdayName(day, "long")}>
              {weekdayName(day, "short")}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(week => (
          <tr key={week[0]}>
            {week.map(day => (
              <DayCell
                key={day}
                day={day}
                entries={entries.get(day) ?? []}
                isToday={day === today}
                isChosen={day === chosen}
                isOutside={day.slice(0, 7) !== month}
                onChoose={onChoose}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isDay(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.day !== undefined;
}

function dayByKey(
  { key, shiftKey }: KeyboardEvent,
  day: string,
  weeks: readonly (readonly string[])[],
): string | undefined {
  const week = weeks.find(each => each.includes(day));
  switch (key) {
    case "ArrowLeft":
      return daysLater(day, -1);
    case "ArrowRight":
      return daysLater(day, 1);
    case "ArrowUp":
      return daysLater(day, -7);
    case "ArrowDown":
      return daysLater(day, 7);
    case "Home":
      return week?.[0];
    case "End":
      return week?.at(-1);
    case "PageUp":
      return monthsAway(day, shiftKey ? -12 : -1);
    case "PageDown":
      return monthsAway(day, shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

function weekdayName(day: string, weekday: "long" | "short"): string {
  return new Intl.DateTimeFormat(undefined, { weekday, timeZone: "UTC" }).format(new Date(`${day}T00:00Z`));
}
