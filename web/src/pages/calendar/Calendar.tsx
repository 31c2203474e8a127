import { useComputed, useSignal } from "@preact/signals";
import { ChevronLeft, ChevronRight } from "lucide";
import type { List } from "../../api/types.ts";
import { Button, GlyphButton } from "../../parts/Button.tsx";
import { dayIn } from "../../rules/calendar.ts";
import { entriesOf, monthsAway, weeksOf } from "../../rules/month-grid.ts";
import { isProposed } from "../../rules/rows.ts";
import { timeZone } from "../../state/account.ts";
import { held, openRows } from "../../state/board.ts";
import { now } from "../../state/clock.ts";
import { announce } from "../../state/notices.ts";
import { DayTodos } from "./DayTodos.tsx";
import { MonthGrid } from "./MonthGrid.tsx";

/** As far as dues go, and the weeks around them. */
const FIRST_DAY = "1970-02-01";
const LAST_DAY = "9999-11-30";

/** One month, and everything of the day that is chosen in it. */
export function Calendar({ list }: { list: List }) {
  const today = useComputed(() => dayIn(timeZone.value, now.value));
  const chosen = useSignal(today.peek());
  const month = useComputed(() => chosen.value.slice(0, 7));
  const weeks = useComputed(() => weeksOf(month.value, firstOfWeek()));
  const entries = useComputed(() => {
    const days = weeks.value.flat();
    const rows = openRows.value.filter(row => !isProposed(row));
    return entriesOf(rows, days[0] ?? "", days.at(-1) ?? "", timeZone.value);
  });
  const choose = (day: string) => {
    if (day < FIRST_DAY || day > LAST_DAY) return;
    if (day.slice(0, 7) !== month.value) announce(monthName(day.slice(0, 7)));
    chosen.value = day;
  };
  return (
    <>
      <div class="month-head">
        <h2 id="month">{monthName(month.value)}</h2>
        {held.value !== "all" && <span class="quiet small">Reading…</span>}
        <GlyphButton
          icon={ChevronLeft}
          label="Previous month"
          onClick={() => choose(monthsAway(chosen.value, -1))}
        />
        <Button onClick={() => choose(today.value)}>Today</Button>
        <GlyphButton
          icon={ChevronRight}
          label="Next month"
          onClick={() => choose(monthsAway(chosen.value, 1))}
        />
      </div>
      <MonthGrid
        labelledBy="month"
        weeks={weeks.value}
        month={month.value}
        today={today.value}
        chosen={chosen.value}
        entries={entries.value}
        onChoose={choose}
      />
      <DayTodos listId={list.id} day={chosen.value} entries={entries.value.get(chosen.value) ?? []} />
    </>
  );
}

function monthName(month: string): string {
  const shape = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(undefined, shape).format(new Date(`${month}-01T00:00Z`));
}

type WeekInfo = { firstDay: number };

/** The day that weeks begin with where the reader is, 0 for Monday; not every browser knows. */
function firstOfWeek(): number {
  const locale: Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo } = new Intl.Locale(
    navigator.language,
  );
  const info = locale.getWeekInfo?.() ?? locale.weekInfo;
  return ((info?.firstDay ?? 1) + 6) % 7;
}
