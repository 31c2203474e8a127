import { useSignal } from "@preact/signals";
import type { List } from "../../api/types.ts";
import { Loading } from "../../parts/Loading.tsx";
import { lists, listsAreFresh } from "../../state/account.ts";
import "../../styles/page.css";
import "../../styles/lists.css";
import { DeleteList } from "./DeleteList.tsx";
import { ListLine } from "./ListLine.tsx";
import { NewList } from "./NewList.tsx";

/** All lists: open, add, rename, delete. */
export default function ListsPage() {
  const deleting = useSignal<List | undefined>(undefined);
  const all = lists.value;
  return (
    <div class="page lists">
      <h1 id="page-title" tabIndex={-1}>
        Lists
      </h1>
      <NewList />
      {all.length === 0 && !listsAreFresh.value && <Loading what="Your lists are being read" />}
      {all.length === 0 && listsAreFresh.value && (
        <p class="empty">You have no list. Add the first one above.</p>
      )}
      {all.length > 0 && (
        <ul class="plain lines">
          {all.map(list => (
            <ListLine key={list.id} list={list} onDelete={() => (deleting.value = list)} />
          ))}
        </ul>
      )}
      {deleting.value && (
        <DeleteList
          key={deleting.value.id}
          list={deleting.value}
          onClose={() => (deleting.value = undefined)}
        />
      )}
    </div>
  );
}
