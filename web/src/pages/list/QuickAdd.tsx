import { useSignal } from "@preact/signals";
import { Plus } from "lucide";
import { useEffect } from "preact/hooks";
import { Icon } from "../../parts/Icon.tsx";
import type { Understood } from "../../rules/quick-add.ts";
import { add } from "../../state/doing.ts";
import { announce } from "../../state/notices.ts";
import { fetchGrammar, onceUnderstood, understandLine } from "../../state/understanding.ts";
import { lookAtEverything, viewedRows } from "../../state/viewing.ts";
import { UnderstoodLine, understoodWords } from "./UnderstoodLine.tsx";

/** Enter while a syllable is being composed belongs to the input method; some browsers tell it by this code alone. */
const COMPOSING = 229;

/** Long enough that the list is there first. */
const REST_MILLISECONDS = 1_500;

type QuickAddProps = {
  listId: string;
  /** The day that a todo is due on when its line says nothing else. */
  day?: string | undefined;
  label?: string;
};

/** A line that adds a todo at the foot of the list, and says what it understands of its end before Enter. */
export function QuickAdd({ listId, day, label = "Add a todo" }: QuickAddProps) {
  const line = useSignal("");
  /** Words that the owner said are no date. */
  const refused = useSignal<string | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(fetchGrammar, REST_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  const read = (): Understood => {
    const said = understandLine(line.value, day);
    return said.words !== undefined && said.words === refused.value ? { title: line.value.trim() } : said;
  };
  const found = read();
  // As it is by then: what is written goes on while the grammar comes.
  const submit = () => {
    const said = read();
    const { title, rrule } = said;
    if (title === "") return;
    const due = said.due ?? (day === undefined ? undefined : { date: day });
    const id = add(listId, { title, ...(due && { due }), ...(rrule && { repeat: { rrule } }) });
    line.value = "";
    refused.value = undefined;
    announce(`Added: ${title}${said.due ? `, ${understoodWords(said)}` : ""}`);
    // What was just added must not be hidden by a filter.
    if (day === undefined && !viewedRows.value.some(row => row.id === id)) lookAtEverything();
  };
  const onKeyDown = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    if (event.isComposing || event.keyCode === COMPOSING) {
      if (event.key === "Enter") event.preventDefault();
      return;
    }
    if (event.key !== "Escape") return;
    if (found.words === undefined) event.currentTarget.blur();
    else refused.value = found.words;
  };
  return (
    <div class="quick-adding">
      <form
        class="quick-add"
        onSubmit={event => {
          event.preventDefault();
          onceUnderstood(submit);
        }}
      >
        <Icon of={Plus} />
        <input
          id="quick-add"
          class="quick-add-input"
          aria-label={label}
          aria-describedby={found.words === undefined ? undefined : "understood"}
          placeholder={label}
          autocomplete="off"
          enterkeyhint="done"
          maxLength={1000}
          dir="auto"
          value={line}
          onFocus={() => void fetchGrammar()}
          onInput={event => {
            line.value = event.currentTarget.value;
            if (line.value.trim() === "") refused.value = undefined;
          }}
          onKeyDown={onKeyDown}
        />
        {line.value.trim() !== "" && (
          <button type="submit" class="button main">
            Add
          </button>
        )}
      </form>
      <UnderstoodLine
        id="understood"
        of={found}
        onRefuse={() => {
          refused.value = found.words;
          document.getElementById("quick-add")?.focus();
        }}
      />
    </div>
  );
}
