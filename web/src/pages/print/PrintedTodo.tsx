import type { TodoRow } from "../../api/types.ts";
import { repeatWords } from "../../rules/repeats.ts";
import { isHandedBack } from "../../rules/rows.ts";
import { timeZone } from "../../state/account.ts";
import { type Parse, PrintedNotes } from "./PrintedNotes.tsx";
import { dayOf, printedDue } from "./printed-due.ts";

/** One todo on paper, with its notes where something to parse them is given. */
export function PrintedTodo({ todo, parse }: { todo: TodoRow; parse: Parse | undefined }) {
  const isDone = todo.completed_at !== undefined;
  const facts = [
    todo.starred && "starred",
    todo.due && !isDone && `due ${printedDue(todo.due, timeZone.value)}`,
    !isDone && todo.repeat && repeatWords(todo.repeat.rrule),
    isDone && `completed ${dayOf(todo.completed_at ?? "", timeZone.value)}`,
    todo.origin?.repository,
    isHandedBack(todo) && "handed back",
  ].filter(fact => typeof fact === "string");
  return (
    <li class={`printed-todo ${isDone ? "done" : ""}`}>
      <span class="printed-box" aria-hidden="true" />
      <div>
        <p class="printed-title" dir="auto">
          {todo.title}
        </p>
        {facts.length > 0 && (
          <p class="printed-facts">
            {facts.map((fact, at) => (
              <>
                {at > 0 && " · "}
                <span dir="auto">{fact}</span>
              </>
            ))}
          </p>
        )}
        {parse && todo.notes !== "" && <PrintedNotes of={todo.notes} parse={parse} />}
      </div>
    </li>
  );
}
