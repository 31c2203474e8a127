import type { ComponentChildren } from "preact";
import { Button } from "./Button.tsx";
import { Sheet } from "./Sheet.tsx";

type ConfirmProps = {
  title: string;
  /** What the button does, as a verb. */
  verb: string;
  /** Whether it may be done yet. */
  isReady?: boolean;
  children: ComponentChildren;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before what cannot be taken back. */
export function Confirm({ title, verb, isReady = true, children, onConfirm, onClose }: ConfirmProps) {
  return (
    <Sheet labelledBy="confirm-title" class="narrow" onClose={onClose}>
      <div class="sheet-body">
        <h2 id="confirm-title">{title}</h2>
        {children}
        <div class="row-of">
          {/* First, since the first button has the focus: Enter alone does nothing that cannot be taken back. */}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={!isReady} onClick={onConfirm}>
            {verb}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}
