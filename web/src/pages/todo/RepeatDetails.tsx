import type { Due, Repeat } from "../../api/types.ts";
import { Field, SelectField } from "../../parts/Field.tsx";
import { atInterval, monthChoices, toggled, weekdaysOf } from "../../rules/repeat-choices.ts";
import { dayName, type Frequency, MOST_INTERVAL, type Rule, writtenRule } from "../../rules/repeats.ts";

const UNITS: Record<Frequency, string> = {
  DAILY: "days",
  WEEKLY: "weeks",
  MONTHLY: "months",
  YEARLY: "years",
};
const WEEK = [0, 1, 2, 3, 4, 5, 6];

type RepeatDetailsProps = { due: Due; repeat: Repeat; rule: Rule; onSet: (rule: Rule) => void };

/** How many days, weeks, months or years apart; on which days of the week or of the month. */
export function RepeatDetails({ due, repeat, rule, onSet }: RepeatDetailsProps) {
  const choices = rule.frequency === "MONTHLY" ? monthChoices(rule, due, repeat.anchor) : [];
  return (
    <div class="repeat-details">
      <Field label={`Every how many ${UNITS[rule.frequency]}`}>
        {said => (
          <input
            type="number"
            class="input repeat-interval"
            inputMode="numeric"
            min={1}
            max={MOST_INTERVAL}
            value={rule.interval}
            onChange={event => {
              const next = atInterval(rule, event.currentTarget.valueAsNumber);
              event.currentTarget.value = String(next.interval);
              onSet(next);
            }}
            {...said}
          />
        )}
      </Field>
      {rule.frequency === "WEEKLY" && <Weekdays due={due} rule={rule} onSet={onSet} />}
      {choices.length > 0 && (
        <SelectField
          label="On which day of the month"
          value={writtenRule(rule)}
          options={choices}
          onChoose={value => {
            const chosen = choices.find(each => each.value === value);
            if (chosen !== undefined) onSet(chosen.rule);
          }}
        />
      )}
    </div>
  );
}

type WeekdaysProps = { due: Due; rule: Rule; onSet: (rule: Rule) => void };

function Weekdays({ due, rule, onSet }: WeekdaysProps) {
  const chosen = weekdaysOf(rule, due);
  return (
    <fieldset class="field weekdays">
      <legend class="label">On which days of the week</legend>
      <div class="weekday-boxes">
        {WEEK.map(day => {
          const isOnly = chosen.length === 1 && chosen[0] === day;
          return (
            <label key={day}>
              <input
                type="checkbox"
                aria-label={dayName(day)}
                checked={chosen.includes(day)}
                aria-disabled={isOnly}
                onClick={event => {
                  // One day stays.
                  if (isOnly) event.preventDefault();
                }}
                onChange={() => onSet(toggled(rule, due, day))}
              />
              <span aria-hidden="true">{dayName(day).slice(0, 2)}</span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
