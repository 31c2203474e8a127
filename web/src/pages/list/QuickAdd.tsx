import { useSignal } from "@preact/signals";
import { Plus } from "lucide";
import { useEffect } from "preact/hooks";
import { Icon } from "../../parts/Icon.tsx";
import { add } from "../../state/doing.ts";
import { holdReload } from "../../state/new-version.ts";
import { announce } from "../../state/notices.ts";
import { lookAtEverything, viewedRows } from "../../state/viewing.ts";

/** Enter while a syllable is being composed belongs to the input method; some browsers tell it by this code alone. */
const COMPOSING = 229;

/** A line on top of the list that adds a todo at its foot. */
export function QuickAdd({ listId }: { listId: string }) {
  const title = useSignal("");
  const isWriting = title.value.trim() !== "";
  useEffect(() => (isWriting ? holdReload() : undefined), [isWriting]);
  const submit = () => {
    const given = title.value.trim();
    if (given === "") return;
    const id = add(listId, { title: given });
    title.value = "";
    announce(`Added: ${given}`);
    // What was just added must not be hidden by a filter.
    if (!viewedRows.value.some(row => row.id === id)) lookAtEverything();
  };
  return (
    <form
      class="quick-add"
      onSubmit={event => {
        event.preventDefault();
        submit();
      }}
    >
      <Icon of={Plus} />
      <input
        id="quick-add"
        class="quick-add-input"
        aria-label="Add a todo"
        placeholder="Add a todo"
        autocomplete="off"
        enterkeyhint="done"
        maxLength={1000}
        dir="auto"
        value={title}
        onInput={event => {
          title.value = event.currentTarget.value;
        }}
        onKeyDown={event => {
          if (event.key === "Enter" && (event.isComposing || event.keyCode === COMPOSING))
            event.preventDefault();
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      {title.value.trim() !== "" && (
        <button type="submit" class="button main">
          Add
        </button>
      )}
    </form>
  );
}
