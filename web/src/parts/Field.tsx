import type { ComponentChildren, VNode } from "preact";
import { useId } from "preact/hooks";
import "../styles/fields.css";

type Said = { id: string; "aria-describedby": string | undefined; "aria-invalid": boolean };

type FieldProps = {
  label: string;
  /** Where something else has to find the control. */
  id?: string | undefined;
  hint?: ComponentChildren;
  /** What is wrong with what stands in it, and what to do. */
  error?: string | undefined;
  /** Makes the control; what it is given ties label, hint and error to it. */
  children: (said: Said) => VNode;
};

/** A control with its label, a hint below and what is wrong with it. */
export function Field({ label, id: named, hint, error, children }: FieldProps) {
  const own = useId();
  const id = named ?? own;
  const below = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-describedby": below || undefined, "aria-invalid": error !== undefined })}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p class="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

type Told = { label: string; id?: string | undefined; hint?: ComponentChildren; error?: string | undefined };

type TextProps = Told & {
  value: string;
  onType: (text: string) => void;
  placeholder?: string;
  required?: boolean;
  /** The id of a list of suggestions. */
  list?: string;
};

/** One line of text. */
export function TextField({ label, id, hint, error, onType, ...rest }: TextProps) {
  return (
    <Field label={label} id={id} hint={hint} error={error}>
      {said => (
        <input
          type="text"
          class="input"
          dir="auto"
          autocomplete="off"
          onInput={event => onType(event.currentTarget.value)}
          {...rest}
          {...said}
        />
      )}
    </Field>
  );
}

type Option = { value: string; text: string };

type SelectProps = Told & {
  value: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
};

export function SelectField({ label, id, hint, error, value, options, onChoose }: SelectProps) {
  return (
    <Field label={label} id={id} hint={hint} error={error}>
      {said => (
        <select class="input" value={value} onChange={event => onChoose(event.currentTarget.value)} {...said}>
          {options.map(each => (
            <option key={each.value} value={each.value} dir="auto">
              {each.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
