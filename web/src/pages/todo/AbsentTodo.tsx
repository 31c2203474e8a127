import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../../parts/Button.tsx";
import { add } from "../../state/doing.ts";
import { type Draft, draftOf, dropDraft } from "../../state/drafts.ts";

type AbsentProps = {
  why: "gone" | "away" | undefined;
  titleId: string;
  listId: string;
  todoId: string;
  onAgain: () => void;
  onClose: () => void;
};

const WORDS = {
  gone: "This todo is gone. It may have been deleted, or moved to another list.",
  away: "This todo cannot be read just now: the service cannot be reached.",
};

/** In place of a todo that is not there, or not yet; what was being written for it is not lost with it. */
export function AbsentTodo({ why, titleId, listId, todoId, onAgain, onClose }: AbsentProps) {
  const draft = useSignal<Draft | undefined>(undefined);
  useEffect(() => {
    if (why !== "gone") return;
    void draftOf(todoId).then(found => {
      draft.value = found;
    });
  }, [why]);
  const text = [draft.value?.title, draft.value?.notes].filter(Boolean).join("\n\n");
  const addAnew = () => {
    const { title, notes } = draft.value ?? {};
    add(listId, { title: title?.trim() || "Kept from a todo that is gone", ...(notes && { notes }) });
    dropDraft(todoId);
    onClose();
  };
  return (
    <div class="sheet-body">
      <h2 id={titleId}>{why === undefined ? "Reading…" : "Todo"}</h2>
      {why !== undefined && <p role="status">{WORDS[why]}</p>}
      {text !== "" && (
        <div class="field">
          <span class="label">What you were writing</span>
          <p class="version" dir="auto">
            {text}
          </p>
        </div>
      )}
      <div class="row-of">
        {text !== "" && (
          <Button look="main" onClick={addAnew}>
            Add as a new todo
          </Button>
        )}
        {why === "away" && <Button onClick={onAgain}>Try again</Button>}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
