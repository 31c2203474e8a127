import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import type { List, TodoRow } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { now } from "../../state/clock.ts";
import { announce } from "../../state/notices.ts";
import { DeletedTodo } from "./DeletedTodo.tsx";
import { daysLeft } from "./days-left.ts";

const ROWS = 50;

/** The deleted todos of one list, newest first, a page at a time. */
export function DeletedTodos({ list }: { list: List }) {
  const first = useLoaded(() => calls.readTodos(list.id, { state: "deleted", limit: ROWS }));
  const more = useSignal<{ todos: TodoRow[]; next: string | undefined } | undefined>(undefined);
  const restored = useSignal<ReadonlySet<string>>(new Set());
  const work = useWork();
  const lines = useRef<HTMLUListElement>(null);
  const page = first.value.value;
  if (page === undefined) {
    return (
      <>
        {first.busy.value && <Loading lines={5} what="What was deleted is being read" />}
        <Trouble of={first} onAgain={first.again} />
      </>
    );
  }
  const all = [...page.todos, ...(more.value?.todos ?? [])];
  const shown = all.filter(
    row => !restored.value.has(row.id) && daysLeft(row.deleted_at ?? "", now.value) > 0,
  );
  const next = more.value === undefined ? page.next_cursor : more.value.next;
  const readOn = (cursor: string) =>
    work.once(async () => {
      const read = await calls.readTodos(list.id, { state: "deleted", limit: ROWS, cursor });
      const before = shown.length;
      more.value = { todos: [...(more.value?.todos ?? []), ...read.todos], next: read.next_cursor };
      announce(`${read.todos.length} more`);
      requestAnimationFrame(() => focusOn(before));
    });
  const focusOn = (at: number) => {
    const buttons = lines.current?.querySelectorAll<HTMLElement>("button") ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? document.getElementById("page-title"))?.focus();
  };
  const leave = (row: TodoRow) => {
    const at = shown.indexOf(row);
    restored.value = new Set([...restored.value, row.id]);
    requestAnimationFrame(() => focusOn(at));
  };
  return (
    <>
      {shown.length === 0 && next === undefined && (
        <p class="empty">Nothing was deleted in the last 30 days.</p>
      )}
      {shown.length > 0 && (
        <ul class="plain lines" ref={lines}>
          {shown.map(row => (
            <DeletedTodo key={row.id} row={row} onLeave={() => leave(row)} />
          ))}
        </ul>
      )}
      <Trouble of={work} />
      {next !== undefined && (
        <div class="row-of">
          <Button aria-disabled={work.busy.value} onClick={() => readOn(next)}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
