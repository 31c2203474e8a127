import { Repeat } from "lucide";
import type { ComponentChildren } from "preact";
import { DueText } from "../../parts/DueText.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { repeatWords } from "../../rules/repeats.ts";
import { holder, isHandedBack, isProposed, type Row, shortSession } from "../../rules/rows.ts";
import { now } from "../../state/clock.ts";

/** Whether there is a line of facts at all. */
export function hasFacts(row: Row): boolean {
  return row.due !== undefined || row.origin !== undefined;
}

/** The one line under a title: what there is to know at a glance. */
export function RowFacts({ row }: { row: Row }) {
  const session = holder(row, now.value);
  const facts: [string, ComponentChildren][] = [];
  if (row.due) facts.push(["due", <DueText row={row} />]);
  if (row.repeat) {
    facts.push([
      "repeat",
      <span class="repeats">
        <Icon of={Repeat} />
        {repeatWords(row.repeat.rrule)}
      </span>,
    ]);
  }
  if (row.origin) facts.push(["repository", <bdi class="fact-repository">{row.origin.repository}</bdi>]);
  if (isHandedBack(row)) facts.push(["back", <span class="tag back">handed back</span>]);
  if (isProposed(row)) facts.push(["proposed", <span class="tag">proposed</span>]);
  if (session !== undefined) {
    facts.push([
      "claim",
      <span class="tag busy" title={`Claimed by session ${session}`}>
        claimed by <bdi>{shortSession(session)}</bdi>
      </span>,
    ]);
  }
  if (facts.length === 0) return null;
  return (
    <p class="facts">
      {facts.map(([name, fact]) => (
        <span key={name} class="fact">
          {fact}
        </span>
      ))}
    </p>
  );
}
