import { Button } from "../../parts/Button.tsx";
import { Refusals } from "./Refusals.tsx";
import type { Understood } from "./understood.ts";
import { counted } from "./words.ts";

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
