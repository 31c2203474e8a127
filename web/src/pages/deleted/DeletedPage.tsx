import { Loading } from "../../parts/Loading.tsx";
import { OfList } from "../../parts/OfList.tsx";
import "../../styles/page.css";
import "../../styles/deleted.css";
import { DeletedTodos } from "./DeletedTodos.tsx";

/** What was deleted in a list, for as long as it can be brought back. */
export default function DeletedPage() {
  return (
    <div class="page deleted">
      <div class="page-head">
        <h1 id="page-title" tabIndex={-1}>
          Deleted
        </h1>
        <OfList waiting={<Loading what="The list is being read" />}>
          {list => (
            <p class="quiet">
              What is deleted in{" "}
              <a dir="auto" href={`/lists/${list.id}`}>
                {list.name}
              </a>{" "}
              stays here for 30 days.
            </p>
          )}
        </OfList>
      </div>
      <OfList says>{list => <DeletedTodos key={list.id} list={list} />}</OfList>
    </div>
  );
}
