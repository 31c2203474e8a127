import { CalendarDays, Repeat, X } from "lucide";
import { Button } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { dueInFull } from "../../rules/dues.ts";
import type { Understood } from "../../rules/quick-add.ts";
import { repeatWords } from "../../rules/repeats.ts";

/** As "due Friday, 25 September 2026, 15:00, every 2 weeks". */
export function understoodWords({ due, rrule }: Understood): string {
  return [due && `due ${dueInFull(due)}`, rrule && repeatWords(rrule)].filter(Boolean).join(", ");
}

type UnderstoodLineProps = {
  id: string;
  of: Understood;
  /** The words are no date: they stay in the title. */
  onRefuse: () => void;
};

/** What is understood of a line while it is written, and the way to say no. */
export function UnderstoodLine({ id, of, onRefuse }: UnderstoodLineProps) {
  const { due, rrule, words } = of;
  return (
    <div class="understood">
      <span role="status" id={id}>
        {due && (
          <>
            <span class="due">
              <Icon of={CalendarDays} />
              <span class="unseen">Due </span>
              {dueInFull(due)}
            </span>
            {rrule && (
              <span class="repeats">
                <span class="unseen">, </span>
                <Icon of={Repeat} />
                {repeatWords(rrule)}
              </span>
            )}
          </>
        )}
      </span>
      {words !== undefined && (
        <Button look="plain" icon={X} title="Escape" onClick={onRefuse}>
          Leave it as words
        </Button>
      )}
    </div>
  );
}
