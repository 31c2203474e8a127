import { Loading } from "../../parts/Loading.tsx";
import { OfList } from "../../parts/OfList.tsx";
import "../../styles/page.css";
import "../../styles/repositories.css";
import { Repositories } from "./Repositories.tsx";

/** The repositories of a list, and how their follow-ups stand. */
export default function RepositoriesPage() {
  return (
    <div class="page repositories">
      <div class="page-head">
        <h1 id="page-title" tabIndex={-1}>
          Repositories
        </h1>
        <p class="quiet">How the follow-ups of each repository stand, and whether the drain keeps up.</p>
      </div>
      <OfList says waiting={<Loading lines={4} what="The list is being read" />}>
        {list => <Repositories key={list.id} list={list} />}
      </OfList>
    </div>
  );
}
