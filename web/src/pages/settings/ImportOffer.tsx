import { Button } from "../../parts/Button.tsx";
import { Refusals } from "./Refusals.tsx";
import type { Understood } from "./understood.ts";
import { counted } from "./words.ts";

const SHOWN = 5;

function titleOf(todo: object): string {
  return "title" in todo && typeof todo.title === "string" ? todo.title : "without a title";
}

/** What was understood of a file, before it is imported. */
export function ImportOffer({
  of,
  isBusy,
  onImport,
}: {
  of: Understood;
  isBusy: boolean;
  onImport: () => void;
}) {
  return (
    <>
      <p>
        {counted(of.todos.length, "todo")} understood
        {of.refused.length > 0 && `, ${counted(of.refused.length, of.unit.toLowerCase())} not`}.
      </p>
      <ul class="small quiet" aria-label="Understood">
        {of.todos.slice(0, SHOWN).map((todo, place) => (
          <li key={place} dir="auto">
            {titleOf(todo)}
          </li>
        ))}
        {of.todos.length > SHOWN && <li>and {(of.todos.length - SHOWN).toLocaleString()} more</li>}
      </ul>
      <Refusals
        title={`${counted(of.refused.length, of.unit.toLowerCase())} left out`}
        refused={of.refused.map(each => ({
          row: `${of.unit} ${each.row.toLocaleString()}`,
          reason: each.reason,
        }))}
      />
      {of.todos.length > 0 && (
        <div class="row-of">
          <Button look="main" aria-disabled={isBusy} onClick={onImport}>
            Import {counted(of.todos.length, "todo")}
          </Button>
        </div>
      )}
    </>
  );
}
