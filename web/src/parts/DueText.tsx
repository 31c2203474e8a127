import { CalendarDays } from "lucide";
import { dueParts } from "../rules/dues.ts";
import type { Row } from "../rules/rows.ts";
import { timeZone } from "../state/account.ts";
import { now } from "../state/clock.ts";
import { Icon } from "./Icon.tsx";

/** When a todo is due, in the words of whoever reads it. */
export function DueText({ row }: { row: Row }) {
  const due = dueParts(row, timeZone.value, now.value);
  if (due === undefined) return null;
  return (
    <span class={`due ${due.state}`}>
      <Icon of={CalendarDays} />
      {due.state === "overdue" && <span class="unseen">overdue: </span>}
      <time dateTime={due.dateTime}>{due.text}</time>
    </span>
  );
}
