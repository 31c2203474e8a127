import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import { NotReached, Refused } from "../../api/client.ts";
import type { Todo } from "../../api/types.ts";
import { Button } from "../../parts/Button.tsx";
import { Sheet } from "../../parts/Sheet.tsx";
import type { Row } from "../../rules/rows.ts";
import * as board from "../../state/board.ts";
import { go } from "../../state/route.ts";
import { TodoForm } from "./TodoForm.tsx";

const TITLE = "todo-title";

/** One todo over its list: a dialog on a wide screen, a page of its own on a phone. */
export function TodoSheet({ listId, todoId }: { listId: string; todoId: string }) {
  const why = useSignal<"gone" | "away" | undefined>(undefined);
  const whole = useSignal(false);
  const row = board.rowNow(todoId);
  const read = async () => {
    why.value = undefined;
    try {
      const todo: Todo = await calls.readTodo(listId, row?.id ?? todoId);
      board.take(listId, [todo]);
      whole.value = true;
    } catch (failure) {
      if (failure instanceof Refused) why.value = "gone";
      else if (failure instanceof NotReached) why.value = "away";
      else throw failure;
    }
  };
  useEffect(() => {
    // One that was just added is not known to the service yet, and is whole here.
    if (row?.version !== 0) void read();
  }, [todoId, board.boardList.value]);
  const close = () => go({ page: "list", listId });
  const isThere = row !== undefined && row.deleted_at === undefined;
  const canShow = isThere && (whole.value || isWhole(row));
  return (
    <Sheet labelledBy={TITLE} class="todo-sheet" onClose={close}>
      {canShow ? (
        <TodoForm key={board.keyOf(row)} row={row} titleId={TITLE} onClose={close} />
      ) : (
        <Absent
          why={isThere || why.value === undefined ? why.value : "gone"}
          onAgain={() => void read()}
          onClose={close}
        />
      )}
    </Sheet>
  );
}

function isWhole(row: Row): boolean {
  return !row.title_shortened && !row.notes_shortened;
}

type AbsentProps = { why: "gone" | "away" | undefined; onAgain: () => void; onClose: () => void };

function Absent({ why, onAgain, onClose }: AbsentProps) {
  const words = {
    gone: "This todo is gone. It may have been deleted, or moved to another list.",
    away: "This todo cannot be read just now: the service is not reached.",
  };
  return (
    <div class="sheet-body">
      <h2 id={TITLE}>{why === undefined ? "Reading…" : "Todo"}</h2>
      {why !== undefined && <p>{words[why]}</p>}
      <div class="row-of">
        {why === "away" && <Button onClick={onAgain}>Try again</Button>}
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  );
}
