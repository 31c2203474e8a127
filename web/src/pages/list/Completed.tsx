import { useSignal } from "@preact/signals";
import { ChevronRight } from "lucide";
import { Button } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { completedRows } from "../../state/board.ts";
import { completedState, readCompleted } from "../../state/completed.ts";
import { foundBeside, viewing } from "../../state/viewing.ts";
import { TodoRows } from "./TodoRows.tsx";

/** What is done, folded away until somebody looks. */
export function Completed() {
  const open = useSignal(false);
  const words = viewing.value.words.trim();
  const rows =
    words === "" ? completedRows.value : completedRows.value.filter(row => foundBeside.value.has(row.id));
  const count = completedState.value === "all" ? `${rows.length}` : `${rows.length}+`;
  const shown = open.value || (words !== "" && rows.length > 0);
  return (
    <section class="completed" aria-label="Completed">
      <button
        type="button"
        class="fold"
        aria-expanded={shown}
        onClick={() => {
          open.value = !open.value;
          if (open.value) void readCompleted();
        }}
      >
        <Icon of={ChevronRight} />
        Completed{shown && completedState.value !== "unread" && <span class="quiet"> {count}</span>}
      </button>
      {shown && (
        <>
          {rows.length > 0 ? (
            <TodoRows rows={rows} label="Completed todos" />
          ) : (
            <p class="quiet fold-empty">{emptyWords(words)}</p>
          )}
          {completedState.value === "more" && words === "" && (
            <Button look="plain" onClick={() => void readCompleted()}>
              Show more
            </Button>
          )}
        </>
      )}
    </section>
  );
}

function emptyWords(words: string): string {
  if (words !== "") return "No completed todo matches.";
  return completedState.value === "reading" ? "Reading…" : "Nothing is completed yet.";
}
