import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import { NotReached, Refused } from "../../api/client.ts";
import type { Report } from "../../api/types.ts";
import { Markdown } from "../../parts/Markdown.tsx";
import { When } from "../../parts/When.tsx";
import type { Row } from "../../rules/rows.ts";

/** What agents reported beside the notes, oldest first. */
export function Reports({ row }: { row: Row }) {
  const reports = useSignal<Report[]>([]);
  useEffect(() => {
    if (row.origin === undefined || row.version === 0) return;
    calls.readReports(row.list_id, row.id).then(
      found => {
        reports.value = found;
      },
      failure => {
        if (!(failure instanceof NotReached || failure instanceof Refused)) throw failure;
      },
    );
  }, [row.id, row.version]);
  if (reports.value.length === 0) return null;
  return (
    <section aria-labelledby="reports-title">
      <h3 id="reports-title">Reports</h3>
      <ol class="plain reports">
        {reports.value.map(report => (
          <li key={report.number}>
            <p class="quiet small">
              <When at={report.created_at} style="hour" />
            </p>
            <Markdown of={report.text} />
          </li>
        ))}
      </ol>
    </section>
  );
}
