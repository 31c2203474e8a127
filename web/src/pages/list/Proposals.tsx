import { Check, X } from "lucide";
import { Button } from "../../parts/Button.tsx";
import { DueText } from "../../parts/DueText.tsx";
import { isProposed, type Row, shortSession } from "../../rules/rows.ts";
import { openRows } from "../../state/board.ts";
import { accept, dismiss } from "../../state/doing.ts";
import { addressOf } from "../../state/route.ts";
import { isNarrowed } from "../../state/viewing.ts";

/** What agents propose and the owner has not said yes to, one group for each session. */
export function Proposals() {
  const groups = new Map<string, Row[]>();
  for (const row of openRows.value.filter(isProposed)) {
    const session = row.origin?.session_id ?? "";
    groups.set(session, [...(groups.get(session) ?? []), row]);
  }
  if (groups.size === 0 || isNarrowed.value) return null;
  return (
    <section class="proposals" aria-labelledby="proposals-title">
      <h2 id="proposals-title">Proposed by agents</h2>
      {[...groups].map(([session, rows]) => (
        <Group key={session} rows={rows} />
      ))}
    </section>
  );
}

function Group({ rows }: { rows: readonly Row[] }) {
  const origin = rows[0]?.origin;
  const from = `${origin?.repository ?? ""}, session ${origin?.session_id ?? "unknown"}`;
  return (
    <div class="card proposal">
      <p class="small quiet">
        <bdi>{origin?.repository}</bdi> · session{" "}
        <bdi title={origin?.session_id}>{shortSession(origin?.session_id ?? "unknown")}</bdi>
      </p>
      <ul class="plain proposal-rows">
        {rows.map(row => (
          <li key={row.id}>
            <a href={addressOf({ page: "list", listId: row.list_id, todoId: row.id })} dir="auto">
              {row.title}
            </a>
            {row.due && <DueText row={row} />}
            <span class="row-of">
              <Button
                look="plain"
                icon={Check}
                aria-label={`Accept: ${row.title}`}
                onClick={() => accept([row])}
              />
              <Button
                look="plain"
                icon={X}
                aria-label={`Dismiss: ${row.title}`}
                onClick={() => dismiss([row])}
              />
            </span>
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <div class="row-of">
          <Button
            icon={Check}
            aria-label={`Accept all ${rows.length} from ${from}`}
            onClick={() => accept(rows)}
          >
            Accept all {rows.length}
          </Button>
          <Button look="plain" icon={X} aria-label={`Dismiss all from ${from}`} onClick={() => dismiss(rows)}>
            Dismiss all
          </Button>
        </div>
      )}
    </div>
  );
}
