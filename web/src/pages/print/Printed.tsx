import { useSignal } from "@preact/signals";
import { Printer } from "lucide";
import * as calls from "../../api/calls.ts";
import type { List, TodoPage, TodoRow } from "../../api/types.ts";
import { useLoaded } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Switch } from "../../parts/Switch.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { isProposed } from "../../rules/rows.ts";
import { timeZone } from "../../state/account.ts";
import { boardList, held, openRows } from "../../state/board.ts";
import { now } from "../../state/clock.ts";
import { unread } from "../../state/loading.ts";
import { partIsGone } from "../../state/new-version.ts";
import type { Parse } from "./PrintedNotes.tsx";
import { PrintedTodo } from "./PrintedTodo.tsx";
import { useWhole } from "./useWhole.ts";

/** What is printed of a list, and what the owner chooses of it. */
export function Printed({ list }: { list: List }) {
  const notes = useSignal(false);
  const done = useSignal(false);
  // Drawn once it is whole, not with every page that comes; where nobody answers, as far as this device knows it.
  const isWhole = held.value === "all" || (held.value === "some" && unread.value);
  const isKnown = boardList.value === list.id && isWhole;
  const open = isKnown ? openRows.value.filter(row => !isProposed(row)) : [];
  const completed = useLoaded(() => allCompleted(list.id), done.value);
  const below = (done.value && completed.value.value) || [];
  const parser = useLoaded(loadParser, notes.value);
  const parse = notes.value ? parser.value.value : undefined;
  const whole = useWhole([...open, ...below], notes.value);
  const isReady = isKnown && whole.left.value === 0 && !completed.busy.value && !parser.busy.value;
  const waiting =
    whole.left.value > 0 ? `Whole texts are being read, ${whole.left.value.toLocaleString()} to go.` : "";
  return (
    <>
      <div class="print-choices">
        <Switch label="Notes" on={notes.value} onTurn={on => (notes.value = on)} />
        <Switch label="Completed" on={done.value} onTurn={on => (done.value = on)} />
        <Trouble of={whole} />
        <Trouble of={completed} onAgain={completed.again} />
        <div class="row-of">
          <Button
            look="main"
            icon={Printer}
            aria-disabled={!isReady}
            onClick={() => isReady && window.print()}
          >
            Print
          </Button>
          <span class="quiet" role="status">
            {completed.busy.value ? "The completed ones are being read." : waiting}
          </span>
        </div>
      </div>
      {!isKnown && <Loading lines={6} what="The list is being read" />}
      {isKnown && open.length === 0 && <p>Nothing is open.</p>}
      <Todos rows={open} whole={whole.texts.value} parse={parse} />
      {below.length > 0 && (
        <>
          <h2>Completed</h2>
          <Todos rows={below} whole={whole.texts.value} parse={parse} />
        </>
      )}
      <p class="printed-at">
        {new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeZone: timeZone.value }).format(
          now.value,
        )}
      </p>
    </>
  );
}

async function loadParser(): Promise<Parse | undefined> {
  try {
    return (await import("../../rules/markdown.ts")).parse;
  } catch {
    partIsGone();
    return undefined;
  }
}

/** Newest first. */
async function allCompleted(listId: string): Promise<TodoRow[]> {
  const found: TodoRow[] = [];
  let cursor: string | undefined;
  do {
    const page: TodoPage = await calls.readTodos(listId, {
      state: "completed",
      limit: 200,
      ...(cursor && { cursor }),
    });
    found.push(...page.todos);
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return found;
}

type TodosProps = { rows: readonly TodoRow[]; whole: ReadonlyMap<string, TodoRow>; parse: Parse | undefined };

function Todos({ rows, whole, parse }: TodosProps) {
  if (rows.length === 0) return null;
  return (
    <ul class="plain printed-todos">
      {rows.map(row => (
        <PrintedTodo key={row.id} todo={whole.get(row.id) ?? row} parse={parse} />
      ))}
    </ul>
  );
}
