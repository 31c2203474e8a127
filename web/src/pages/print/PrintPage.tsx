import { OfList } from "../../parts/OfList.tsx";
import { currentList } from "../../state/account.ts";
import "../../styles/print.css";
import { Printed } from "./Printed.tsx";

/** A whole list as it goes on paper. */
export default function PrintPage() {
  return (
    <div class="printed">
      <h1 id="page-title" tabIndex={-1} dir="auto">
        {currentList.value?.name ?? "Print"}
      </h1>
      <OfList says>{list => <Printed key={list.id} list={list} />}</OfList>
    </div>
  );
}
