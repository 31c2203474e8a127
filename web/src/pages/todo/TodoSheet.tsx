import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import { NotReached, Refused } from "../../api/client.ts";
import type { Todo } from "../../api/types.ts";
import { Sheet } from "../../parts/Sheet.tsx";
import type { Row } from "../../rules/rows.ts";
import * as board from "../../state/board.ts";
import { go, route } from "../../state/route.ts";
import { AbsentTodo } from "./AbsentTodo.tsx";
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
  // Over whichever page it was opened.
  const close = () => go({ page: route.peek().page === "calendar" ? "calendar" : "list", listId });
  const isThere = row !== undefined && row.deleted_at === undefined;
  const canShow = isThere && (whole.value || isWhole(row));
  const wasThere = useRef(false);
  wasThere.current ||= isThere;
  const absent = !isThere && wasThere.current ? "gone" : why.value;
  return (
    <Sheet labelledBy={TITLE} class="todo-sheet" onClose={close}>
      {canShow ? (
        <TodoForm key={board.keyOf(row)} row={row} titleId={TITLE} onClose={close} />
      ) : (
        <AbsentTodo
          why={absent}
          titleId={TITLE}
          listId={listId}
          todoId={todoId}
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
