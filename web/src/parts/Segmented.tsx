import { useId } from "preact/hooks";
import "../styles/fields.css";

type SegmentedProps<T extends string> = {
  label: string;
  value: T;
  options: readonly { value: T; text: string }[];
  onChoose: (value: T) => void;
};

/** One of a few, all of them in sight. */
export function Segmented<T extends string>({ label, value, options, onChoose }: SegmentedProps<T>) {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend>{label}</legend>
      <div class="segments">
        {options.map(each => (
          <label key={each.value}>
            <input
              type="radio"
              name={name}
              value={each.value}
              checked={each.value === value}
              onChange={() => onChoose(each.value)}
            />
            <span>{each.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
