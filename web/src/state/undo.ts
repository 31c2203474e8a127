/** The way back from the last things that were done. */

import { notify } from "./notices.ts";

type Step = { said: string; back: () => void };

const KEPT = 30;
const steps: Step[] = [];

/** Something was done: say so, and offer the way back. */
export function undoable(
  said: string,
  back: () => void,
  { more = "", ...how }: { lasting?: boolean; more?: string } = {},
): void {
  const step = { said, back };
  steps.push(step);
  if (steps.length > KEPT) steps.shift();
  notify({ text: said + more, action: { label: "Undo", run: () => undo(step) }, ...how });
}

/** Take back this step, or the last one. */
export function undo(step = steps.at(-1)): void {
  const at = step === undefined ? -1 : steps.indexOf(step);
  if (step === undefined || at < 0) {
    notify({ text: "There is nothing to undo." });
    return;
  }
  steps.splice(at, 1);
  step.back();
  notify({ text: `Undone: ${step.said.charAt(0).toLowerCase()}${step.said.slice(1)}` });
}

export function forgetUndo(): void {
  steps.length = 0;
}
