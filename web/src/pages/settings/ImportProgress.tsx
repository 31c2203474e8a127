import type { Progress } from "../../state/importing.ts";
import { counted } from "./words.ts";

/** How far an import is. */
export function ImportProgress({ progress, total }: { progress: Progress; total: number }) {
  return (
    <div class="stack">
      <progress value={progress.done} max={total} aria-label="Import" />
      <p>
        {progress.done.toLocaleString()} of {counted(total, "todo")}
        {progress.waiting && ". The service cannot be reached. It is tried again by itself"}
      </p>
    </div>
  );
}
