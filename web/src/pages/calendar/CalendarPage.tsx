import { OfList } from "../../parts/OfList.tsx";
import "../../styles/page.css";
import "../../styles/calendar.css";
import { addressOf } from "../../state/route.ts";
import { Calendar } from "./Calendar.tsx";

/** A list by its days, one month on a sheet. */
export default function CalendarPage() {
  return (
    <div class="page calendar-page">
      <div class="page-head">
        <h1 id="page-title" tabIndex={-1}>
          Calendar
        </h1>
        <OfList>
          {list => (
            <p class="quiet">
              What is due in{" "}
              <a dir="auto" href={addressOf({ page: "list", listId: list.id })}>
                {list.name}
              </a>
            </p>
          )}
        </OfList>
      </div>
      <OfList says>{list => <Calendar key={list.id} list={list} />}</OfList>
    </div>
  );
}
