import { useSignal } from "@preact/signals";
import { ListFilter, Pencil } from "lucide";
import { useId } from "preact/hooks";
import type { List, Repository } from "../../api/types.ts";
import { Button } from "../../parts/Button.tsx";
import type { Row } from "../../rules/rows.ts";
import { weeks } from "../../rules/weeks.ts";
import { timeZone } from "../../state/account.ts";
import { now } from "../../state/clock.ts";
import { go } from "../../state/route.ts";
import { look, lookAtEverything } from "../../state/viewing.ts";
import { RenameRepository } from "./RenameRepository.tsx";
import { standing } from "./standing.ts";
import { WeeksChart } from "./WeeksChart.tsx";

type RepositoryCardProps = {
  list: List;
  repository: Repository;
  rows: readonly Row[];
  /** Whether the completed ones of the last weeks are among the rows. */
  areCompletedRead: boolean;
  onRenamed: () => void;
};

/** One repository: how its follow-ups stand, what came and went, and what it is called. */
export function RepositoryCard({ list, repository, rows, areCompletedRead, onRenamed }: RepositoryCardProps) {
  const id = useId();
  const isRenaming = useSignal(false);
  const stands = standing(rows, now.value);
  const show = () => {
    lookAtEverything();
    look({ repository: repository.name });
    go({ page: "list", listId: list.id });
  };
  const close = () => {
    isRenaming.value = false;
    requestAnimationFrame(() => document.getElementById(`${id}-rename`)?.focus());
  };
  return (
    <section class="card" aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id} dir="auto">
          {repository.name}
        </h2>
        {repository.former_names.length > 0 && (
          <p class="hint" dir="auto">
            formerly {repository.former_names.join(", ")}
          </p>
        )}
      </div>
      <dl class="counts">
        <Count of="open" count={stands.open} />
        <Count of="handed back" count={stands.handedBack} />
        <Count of="claimed now" count={stands.claimed} />
        {stands.proposed > 0 && <Count of="proposed" count={stands.proposed} />}
      </dl>
      <WeeksChart
        weeks={weeks(rows, now.value, timeZone.value)}
        isWhole={areCompletedRead}
        of={repository.name}
      />
      {isRenaming.value ? (
        <RenameRepository list={list} name={repository.name} onRenamed={onRenamed} onClose={close} />
      ) : (
        <div class="row-of">
          <Button icon={ListFilter} aria-label={`Show in the list: ${repository.name}`} onClick={show}>
            Show in the list
          </Button>
          <Button
            icon={Pencil}
            id={`${id}-rename`}
            aria-label={`Rename ${repository.name}`}
            onClick={() => (isRenaming.value = true)}
          >
            Rename
          </Button>
        </div>
      )}
    </section>
  );
}

function Count({ of, count }: { of: string; count: number }) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>{count.toLocaleString()}</dd>
    </div>
  );
}
