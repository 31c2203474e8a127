import { Plug } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../parts/Button.tsx";
import { isHandedBack } from "../../rules/rows.ts";
import { currentList, listsAreFresh, rememberList } from "../../state/account.ts";
import { held, openRows } from "../../state/board.ts";
import { go } from "../../state/route.ts";
import {
  isNarrowed,
  look,
  lookAtEverything,
  viewedGroups,
  viewedRows,
  viewing,
} from "../../state/viewing.ts";
import { Completed } from "./Completed.tsx";
import { ListTools } from "./ListTools.tsx";
import { Proposals } from "./Proposals.tsx";
import { QuickAdd } from "./QuickAdd.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { TodoRows } from "./TodoRows.tsx";

/** The list: what is open, in the owner's order. */
export default function ListPage() {
  const list = currentList.value;
  useEffect(() => {
    if (list !== undefined) rememberList(list.id);
  }, [list?.id]);
  if (list === undefined) return <NoList />;
  const rows = viewedRows.value;
  return (
    <div class="list-page">
      <header class="list-head">
        <h1 id="page-title" tabIndex={-1} dir="auto">
          {list.name}
        </h1>
        <Count />
      </header>
      <QuickAdd listId={list.id} />
      <ListTools listId={list.id} />
      <SelectionBar />
      <Proposals />
      {rows.length > 0 && (
        <TodoRows
          rows={rows}
          groups={viewedGroups.value}
          label="Open todos"
          sortable={viewing.value.sort === "mine"}
        />
      )}
      {rows.length === 0 && <Nothing />}
      <Completed />
    </div>
  );
}

function Count() {
  const all = isNarrowed.value ? openRows.value.length : viewedRows.value.length;
  if (held.value === "nothing") return <span class="quiet small">Reading…</span>;
  const back = openRows.value.filter(isHandedBack).length;
  const words = isNarrowed.value ? `${viewedRows.value.length} of ${all} open` : `${all} open`;
  return (
    <>
      <span class="quiet small" role="status">
        {words}
        {held.value === "some" && "+"}
      </span>
      {back > 0 && viewing.value.filter !== "handed-back" && (
        <Button look="plain" class="waits" onClick={() => look({ filter: "handed-back" })}>
          {back === 1 ? "1 waits for you" : `${back} wait for you`}
        </Button>
      )}
    </>
  );
}

function Nothing() {
  if (held.value === "nothing") return <div class="todos-coming" aria-hidden="true" />;
  if (isNarrowed.value) {
    return (
      <div class="empty">
        <p>No open todo matches.</p>
        <Button onClick={lookAtEverything}>Show everything</Button>
      </div>
    );
  }
  return (
    <div class="empty">
      <p>Nothing is open. What you add, and what your agents leave behind, appears here.</p>
      <Button icon={Plug} onClick={() => go({ page: "connect" })}>
        Connect an agent
      </Button>
    </div>
  );
}

function NoList() {
  if (!listsAreFresh.value) return <div class="todos-coming" aria-hidden="true" />;
  return (
    <div class="empty">
      <h1 id="page-title" tabIndex={-1}>
        There is no such list
      </h1>
      <p>It may have been deleted.</p>
      <Button onClick={() => go({ page: "lists" })}>See your lists</Button>
    </div>
  );
}
