import { Star, X } from "lucide";
import { useEffect, useMemo } from "preact/hooks";
import { Button, GlyphButton } from "../../parts/Button.tsx";
import { When } from "../../parts/When.tsx";
import { isOpen, type Row } from "../../rules/rows.ts";
import { rowNow } from "../../state/board.ts";
import { complete, reopen, star } from "../../state/doing.ts";
import { edit } from "../../state/editing.ts";
import { DueField } from "./DueField.tsx";
import { HandBack } from "./HandBack.tsx";
import { Kept } from "./Kept.tsx";
import { NotesField } from "./NotesField.tsx";
import { Origin } from "./Origin.tsx";
import { RepeatField } from "./RepeatField.tsx";
import { Reports } from "./Reports.tsx";
import { TitleField } from "./TitleField.tsx";
import { TodoMenu } from "./TodoMenu.tsx";

type TodoFormProps = { row: Row; titleId: string; onClose: () => void };

/** Everything about one todo. Ticks, stars and dates hold at once; texts hold when they are saved. */
export function TodoForm({ row, titleId, onClose }: TodoFormProps) {
  const editing = useMemo(() => edit(row), []);
  useEffect(() => editing.end, []);
  const open = isOpen(row);
  const now = () => rowNow(row.id) ?? row;
  const dirty = editing.isDirty.value;
  const save = () => {
    if (editing.texts.title.value.trim() !== "") editing.save();
  };
  return (
    <form
      class="sheet-body todo-form"
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
      onKeyDown={event => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      }}
    >
      <h2 id={titleId} class="unseen">
        Todo: {row.title}
      </h2>
      <div class="todo-form-top">
        <label class="tick">
          <input
            type="checkbox"
            checked={!open}
            onChange={() => (open ? complete([now()]) : reopen([now()]))}
            aria-label={open ? "Complete this todo" : "Reopen this todo"}
          />
        </label>
        <TitleField editing={editing} />
        <GlyphButton
          icon={Star}
          label="Star"
          class={`star ${row.starred ? "on" : ""}`}
          aria-pressed={row.starred}
          onClick={() => star([now()], !row.starred)}
        />
        <TodoMenu row={row} onGone={onClose} />
        <GlyphButton icon={X} label="Close" class="todo-close" onClick={onClose} />
      </div>
      <Kept row={row} editing={editing} />
      <HandBack row={row} />
      <DueField row={row} />
      <RepeatField row={row} />
      <NotesField editing={editing} row={row} />
      {dirty && (
        <div class="row-of save-bar">
          <Button look="main" type="submit" disabled={editing.texts.title.value.trim() === ""}>
            Save
          </Button>
          <Button look="plain" onClick={editing.revert}>
            Discard
          </Button>
          <span class="quiet small">
            {editing.texts.title.value.trim() === ""
              ? "A todo needs a title."
              : "Kept on this device until you save."}
          </span>
        </div>
      )}
      <Origin row={row} />
      <Reports row={row} />
      <Times row={row} />
    </form>
  );
}

function Times({ row }: { row: Row }) {
  const said: [string, string | undefined][] = [
    ["Added", row.created_at],
    ["Changed", row.updated_at === row.created_at ? undefined : row.updated_at],
    ["Completed", row.completed_at],
  ];
  return (
    <p class="quiet small times">
      {said.map(
        ([name, at]) =>
          at && (
            <span key={name}>
              {name} <When at={at} style="hour" />
            </span>
          ),
      )}
    </p>
  );
}
