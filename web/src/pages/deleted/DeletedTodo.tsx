import * as calls from "../../api/calls.ts";
import { Refused } from "../../api/client.ts";
import type { Todo, TodoRow } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { When } from "../../parts/When.tsx";
import { newName } from "../../rules/names.ts";
import { take } from "../../state/board.ts";
import { now } from "../../state/clock.ts";
import { announce, notify } from "../../state/notices.ts";
import { daysLeft } from "./days-left.ts";

/** One deleted todo, and its way back. */
export function DeletedTodo({ row, onLeave }: { row: TodoRow; onLeave: () => void }) {
  const work = useWork();
  const restore = () => {
    const writeId = newName();
    void work.once(async () => {
      const todo = await restored(row, writeId);
      if (todo === undefined) notify({ text: `“${row.title}” is gone for good.` });
      else {
        take(todo.list_id, [todo]);
        announce(`Restored ${row.title}`);
      }
      onLeave();
    });
  };
  const days = daysLeft(row.deleted_at ?? "", now.value);
  return (
    <li>
      <span class="main-part">
        <span dir="auto">
          {row.title}
          {row.title_shortened && "…"}
        </span>
        <span class="hint">
          {" "}
          deleted <When at={row.deleted_at ?? row.updated_at} />, stays{" "}
          {days === 1 ? "one more day" : `${days} more days`}
        </span>
      </span>
      <Button aria-label={`Restore ${row.title}`} aria-disabled={work.busy.value} onClick={restore}>
        Restore
      </Button>
      <Trouble of={work} />
    </li>
  );
}

/** The todo as it is once it is back, whoever brought it back; undefined where there is nothing to bring back. */
async function restored(row: TodoRow, writeId: string): Promise<Todo | undefined> {
  let version = row.version;
  for (;;) {
    try {
      return await calls.actOnTodo(row.list_id, row.id, "restore", undefined, { version, writeId });
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      if (failure.status === 404) return undefined;
      const current = failure.status === 412 ? (failure.problem.current as Todo | undefined) : undefined;
      if (current === undefined || current.version === version) throw failure;
      if (current.deleted_at === undefined) return current;
      version = current.version;
    }
  }
}
