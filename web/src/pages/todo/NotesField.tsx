import { useSignal } from "@preact/signals";
import { Pencil } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../../parts/Button.tsx";
import { Markdown } from "../../parts/Markdown.tsx";
import type { Row } from "../../rules/rows.ts";
import { rowNow } from "../../state/board.ts";
import { change } from "../../state/doing.ts";
import type { Editing } from "../../state/editing.ts";

/** Notes as they read, and as they are written. A box in them ticks its one line. */
export function NotesField({ editing, row }: { editing: Editing; row: Row }) {
  const writing = useSignal(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const notes = editing.texts.notes.value;
  const isDirty = notes !== row.notes;
  useEffect(() => {
    if (writing.value) area.current?.focus();
  }, [writing.value]);
  useEffect(() => {
    writing.value = false;
  }, [editing.saves.value]);
  const tick = async (nth: number, checked: boolean) => {
    const now = rowNow(row.id) ?? row;
    const { tick } = await import("../../rules/task-boxes.ts");
    const ticked = tick(now.notes, nth, checked);
    if (ticked !== undefined) change(now, { notes: ticked });
  };
  const shown = writing.value || isDirty;
  return (
    <div class="field notes-field">
      <div class="row-of spread">
        <label class="label" for="todo-notes">
          Notes
        </label>
        {!shown && notes !== "" && (
          <Button look="plain" icon={Pencil} onClick={() => (writing.value = true)}>
            Edit
          </Button>
        )}
        {shown && !isDirty && (
          <Button look="plain" onClick={() => (writing.value = false)}>
            Done
          </Button>
        )}
      </div>
      {shown || notes === "" ? (
        <textarea
          ref={area}
          id="todo-notes"
          class="input notes-input"
          rows={shown ? 10 : 2}
          maxLength={100_000}
          dir="auto"
          placeholder="Markdown. A line that begins with - [ ] is a box to tick."
          value={notes}
          onFocus={() => (writing.value = true)}
          onInput={event => editing.write("notes", event.currentTarget.value)}
        />
      ) : (
        <Markdown of={notes} onTick={(nth, checked) => void tick(nth, checked)} />
      )}
    </div>
  );
}
