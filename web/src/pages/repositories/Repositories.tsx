import * as calls from "../../api/calls.ts";
import type { List } from "../../api/types.ts";
import { useLoaded } from "../../parts/asking.ts";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { firstDay } from "../../rules/weeks.ts";
import { timeZone } from "../../state/account.ts";
import { boardList, completedRows, held, openRows } from "../../state/board.ts";
import { now } from "../../state/clock.ts";
import { wantCompleted } from "../../state/completed.ts";
import { readNames } from "../../state/loading.ts";
import { RepositoryCard } from "./RepositoryCard.tsx";
import { rowsByRepository } from "./standing.ts";

/** Every repository of one list, from the rows that the page has and the completed ones of the last weeks. */
export function Repositories({ list }: { list: List }) {
  const names = useLoaded(() => calls.readRepositories(list.id));
  const isOpen = boardList.value === list.id;
  const completed = useLoaded(async () => {
    await wantCompleted(firstDay(now.peek(), timeZone.peek()));
    return "read" as const;
  }, isOpen);
  const all = names.value.value;
  const isWhole = isOpen && held.value === "all";
  if (all === undefined || !isWhole) {
    return (
      <>
        {(all !== undefined || names.busy.value) && (
          <Loading lines={4} what="The repositories are being read" />
        )}
        <Trouble of={names} onAgain={names.again} />
      </>
    );
  }
  if (all.length === 0) {
    return (
      <div class="empty">
        <p>No agent has filed a follow-up in this list yet.</p>
        <a class="button" href="/connect">
          Connect an agent
        </a>
      </div>
    );
  }
  const rows = rowsByRepository(all, [...openRows.value, ...completedRows.value]);
  const onRenamed = () => {
    names.again();
    void readNames(list.id).catch(() => undefined);
  };
  return (
    <>
      <Trouble of={completed} onAgain={completed.again} />
      {all.map(each => (
        <RepositoryCard
          key={each.name}
          list={list}
          repository={each}
          rows={rows.get(each.name) ?? []}
          areCompletedRead={completed.value.value !== undefined}
          onRenamed={onRenamed}
        />
      ))}
    </>
  );
}
