import { useSignal } from "@preact/signals";
import { Button } from "../../parts/Button.tsx";
import { Sheet } from "../../parts/Sheet.tsx";
import type { Row } from "../../rules/rows.ts";
import { openRows, rowNow } from "../../state/board.ts";
import { assign } from "../../state/doing.ts";

/** Asks for the repository whose sessions shall take the todo. */
export function Assign({ row, onClose }: { row: Row; onClose: () => void }) {
  const name = useSignal("");
  const known = [...new Set(openRows.value.flatMap(each => each.origin?.repository ?? []))].sort();
  const submit = () => {
    const repository = name.value.trim();
    if (repository === "") return;
    assign([rowNow(row.id) ?? row], repository);
    onClose();
  };
  return (
    <Sheet labelledBy="assign-title" class="narrow" onClose={onClose}>
      <div class="sheet-body">
        <h2 id="assign-title">Assign to a repository</h2>
        <p class="quiet">Sessions in that repository can then read it and take it in a drain.</p>
        <div class="field">
          <label for="assign-name">Repository</label>
          <input
            id="assign-name"
            class="input"
            list="assign-known"
            placeholder="owner/name, or its remote"
            autocomplete="off"
            spellcheck={false}
            value={name}
            onInput={event => {
              name.value = event.currentTarget.value;
            }}
            onKeyDown={event => {
              if (event.key !== "Enter" || event.isComposing) return;
              event.preventDefault();
              submit();
            }}
          />
          <datalist id="assign-known">
            {known.map(each => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </div>
        <div class="row-of">
          <Button look="main" onClick={submit}>
            Assign
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </div>
    </Sheet>
  );
}
