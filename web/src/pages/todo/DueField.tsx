import { useSignal } from "@preact/signals";
import { X } from "lucide";
import type { Due } from "../../api/types.ts";
import { GlyphButton } from "../../parts/Button.tsx";
import { DueText } from "../../parts/DueText.tsx";
import type { Row } from "../../rules/rows.ts";
import { timeZone } from "../../state/account.ts";
import { rowNow } from "../../state/board.ts";
import { change } from "../../state/doing.ts";

/** When it is due: a day, or a day and a time in a zone. */
export function DueField({ row }: { row: Row }) {
  const problem = useSignal<string | undefined>(undefined);
  const { due } = row;
  const date = due === undefined ? "" : "date" in due ? due.date : due.at.slice(0, 10);
  const time = due !== undefined && "at" in due ? due.at.slice(11, 16) : "";
  const set = (day: string, clock: string) => {
    if (day === "" && clock !== "") {
      problem.value = "Choose the day first.";
      return;
    }
    problem.value = undefined;
    const zone = due !== undefined && "at" in due ? due.time_zone : timeZone.value;
    const next: Due | null =
      day === "" ? null : clock === "" ? { date: day } : { at: `${day}T${clock}`, time_zone: zone };
    change(rowNow(row.id) ?? row, { due: next });
  };
  return (
    <fieldset class="field due-field">
      <legend class="label">Due</legend>
      <div class="row-of">
        <input
          type="date"
          class="input due-date"
          aria-label="Due date"
          value={date}
          min="1970-01-02"
          max="9999-12-30"
          onChange={event => set(event.currentTarget.value, time)}
        />
        <input
          type="time"
          class="input due-time"
          aria-label="Due time, if it has one"
          value={time}
          aria-describedby={problem.value ? "due-problem" : undefined}
          onChange={event => set(date, event.currentTarget.value)}
        />
        {due !== undefined && (
          <GlyphButton icon={X} label="Clear when it is due" onClick={() => set("", "")} />
        )}
        {due !== undefined && <DueText row={row} />}
      </div>
      {problem.value && (
        <p class="error" id="due-problem" role="alert">
          {problem.value}
        </p>
      )}
    </fieldset>
  );
}
