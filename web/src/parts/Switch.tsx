import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import "../styles/fields.css";

type SwitchProps = {
  label: string;
  hint?: ComponentChildren;
  on: boolean;
  onTurn: (on: boolean) => void;
};

/** Something that is on or off, and takes effect at once. */
export function Switch({ label, hint, on, onTurn }: SwitchProps) {
  const id = useId();
  return (
    <div class="switch">
      <label for={id}>{label}</label>
      <input
        type="checkbox"
        role="switch"
        id={id}
        checked={on}
        aria-checked={on}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={event => onTurn(event.currentTarget.checked)}
      />
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
