import type { ReadonlySignal } from "@preact/signals";
import { Button } from "./Button.tsx";
import "../styles/fields.css";

type TroubleProps = {
  of: { trouble: ReadonlySignal<string | undefined>; busy?: ReadonlySignal<boolean> };
  /** Offered where trying again is the owner's to decide. */
  onAgain?: () => void;
};

/** What went wrong, in words. Empty while nothing has, so that a screen reader hears it come. */
export function Trouble({ of, onAgain }: TroubleProps) {
  const words = of.trouble.value;
  return (
    <div class="trouble" role="alert">
      {words !== undefined && (
        <>
          <p>{words}</p>
          {onAgain && !of.busy?.value && <Button onClick={onAgain}>Try again</Button>}
        </>
      )}
    </div>
  );
}
