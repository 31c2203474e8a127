import { SkipForward, Undo2 } from "lucide";
import { Button } from "../../parts/Button.tsx";
import { SelectField } from "../../parts/Field.tsx";
import { dayIn } from "../../rules/calendar.ts";
import { dueInFull } from "../../rules/dues.ts";
import { isRolled } from "../../rules/edits.ts";
import { nextDue, occurrenceOf } from "../../rules/occurrences.ts";
import { KINDS, type Kind, keepingDay, kindOf, ruleOfKind } from "../../rules/repeat-choices.ts";
import { parsedRule, type Rule, repeatWords, writtenRule } from "../../rules/repeats.ts";
import { isOpen, type Row } from "../../rules/rows.ts";
import { timeZone } from "../../state/account.ts";
import { rowNow } from "../../state/board.ts";
import { now } from "../../state/clock.ts";
import { change, skip, takeBack } from "../../state/doing.ts";
import { RepeatDetails } from "./RepeatDetails.tsx";

const KIND_NAMES: Record<Kind, string> = {
  never: "Never",
  DAILY: "Daily",
  workdays: "On weekdays",
  WEEKLY: "Weekly",
  MONTHLY: "Monthly",
  YEARLY: "Yearly",
  other: "By a rule that this page does not know",
};

/** Whether and how it repeats, what comes next, and leaving one out. */
export function RepeatField({ row }: { row: Row }) {
  const { due, repeat } = row;
  const kind = kindOf(repeat);
  const rule = repeat && parsedRule(repeat.rrule);
  const set = (to: Rule | undefined) => {
    const at = rowNow(row.id) ?? row;
    // A repeat needs a day to begin with.
    const from = at.due ?? { date: dayIn(timeZone.value, now.value) };
    const kept = to && keepingDay(to, from, at.repeat?.anchor ?? occurrenceOf(from));
    change(at, { due: kept ? from : (at.due ?? null), repeat: kept ? { rrule: writtenRule(kept) } : null });
  };
  return (
    <div class="repeat-field">
      <SelectField
        label="Repeat"
        value={kind}
        options={KINDS.filter(each => each !== "other" || kind === "other").map(value => ({
          value,
          text: KIND_NAMES[value],
        }))}
        onChoose={value => value !== "other" && set(ruleOfKind(value as Kind))}
      />
      {due && repeat && rule && <RepeatDetails due={due} repeat={repeat} rule={rule} onSet={set} />}
      {due && repeat && (
        <div class="row-of">
          <p class="quiet small repeat-words">{summary(row)}</p>
          {isOpen(row) && (
            <Button look="plain" icon={SkipForward} onClick={() => skip(rowNow(row.id) ?? row)}>
              Skip this one
            </Button>
          )}
        </div>
      )}
      {isRolled(row) && <Rolled row={row} />}
    </div>
  );
}

function summary({ due, repeat }: Row): string {
  if (!due || !repeat) return "";
  const words = repeatWords(repeat.rrule);
  const next = nextDue(due, repeat, timeZone.value, now.value);
  const said = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
  return next === undefined ? `${said}.` : `${said}. After this one: ${dueInFull(next)}.`;
}

/** What became of the occurrence before this one, and the way back to it. */
function Rolled({ row }: { row: Row }) {
  const { due, rolled } = row;
  if (!due || !rolled) return null;
  const was = "date" in due ? { date: rolled.from } : { ...due, at: rolled.from };
  return (
    <div class="row-of">
      <p class="quiet small">
        {rolled.skipped ? "Skipped" : "Completed"} for {dueInFull(was)}.
      </p>
      <Button look="plain" icon={Undo2} onClick={() => takeBack(rowNow(row.id) ?? row)}>
        Take it back
      </Button>
    </div>
  );
}
