import { ArrowUpDown, CalendarDays, Ellipsis, ListFilter, Printer, Search, Trash2, X } from "lucide";
import { useEffect } from "preact/hooks";
import { GlyphButton } from "../../parts/Button.tsx";
import { Icon } from "../../parts/Icon.tsx";
import { type Choice, Menu } from "../../parts/Menu.tsx";
import { type Filter, SORTS, type Sort } from "../../rules/views.ts";
import { openRows } from "../../state/board.ts";
import { go } from "../../state/route.ts";
import { searchService } from "../../state/searching.ts";
import { look, viewing } from "../../state/viewing.ts";

const SORT_NAMES: Record<Sort, string> = {
  mine: "My order",
  agenda: "Agenda",
  starred: "Starred first",
  due: "Due date",
  title: "Title",
  newest: "Newest first",
};

const FILTER_NAMES: Record<Filter, string> = {
  all: "Everything",
  starred: "Starred",
  own: "Mine",
  "follow-ups": "Follow-ups",
  "handed-back": "Handed back",
  proposed: "Proposed",
  stale: "Untouched for 30 days",
};

const PAUSE_MILLISECONDS = 250;

/** Search, filter, sort: how the list is looked at. */
export function ListTools({ listId }: { listId: string }) {
  const words = viewing.value.words;
  useEffect(() => {
    const timer = setTimeout(() => void searchService(listId, words), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [listId, words]);
  const more: Choice[] = [
    { label: "Calendar", icon: CalendarDays, onChoose: () => go({ page: "calendar", listId }) },
    { label: "Print", icon: Printer, onChoose: () => go({ page: "print", listId }) },
    { label: "Deleted todos", icon: Trash2, onChoose: () => go({ page: "deleted", listId }) },
  ];
  return (
    <div class="list-tools">
      <search class="search">
        <Icon of={Search} />
        <input
          id="search"
          type="search"
          class="search-input"
          aria-label="Search titles and notes"
          placeholder="Search"
          dir="auto"
          value={words}
          onInput={event => look({ words: event.currentTarget.value })}
          onKeyDown={event => {
            if (event.key !== "Escape") return;
            if (words === "") event.currentTarget.blur();
            else look({ words: "" });
          }}
        />
        {words !== "" && (
          <GlyphButton icon={X} label="Clear the search" onClick={() => look({ words: "" })} />
        )}
      </search>
      <Menu
        label={`Filter: ${filterName()}`}
        icon={ListFilter}
        text={filterName()}
        choices={filters}
        chosen={isFiltered()}
      />
      <Menu
        label={`Sort: ${SORT_NAMES[viewing.value.sort]}`}
        icon={ArrowUpDown}
        text={SORT_NAMES[viewing.value.sort]}
        chosen={viewing.value.sort !== "mine"}
        choices={() =>
          SORTS.map(sort => ({
            label: SORT_NAMES[sort],
            checked: viewing.value.sort === sort,
            onChoose: () => look({ sort }),
          }))
        }
      />
      <Menu label="More" icon={Ellipsis} choices={() => more} />
    </div>
  );
}

function filterName(): string {
  const { filter, repository, session } = viewing.value;
  return repository ?? (session === undefined ? FILTER_NAMES[filter] : "One session");
}

function isFiltered(): boolean {
  const { filter, repository, session } = viewing.value;
  return filter !== "all" || repository !== undefined || session !== undefined;
}

function filters(): Choice[] {
  const { filter, repository, session } = viewing.value;
  const plain = repository === undefined && session === undefined;
  const kinds = (Object.keys(FILTER_NAMES) as Filter[]).map(each => ({
    label: FILTER_NAMES[each],
    checked: plain && filter === each,
    onChoose: () => look({ filter: each, repository: undefined, session: undefined }),
  }));
  const names = new Set(openRows.value.flatMap(row => row.origin?.repository ?? []));
  const repositories = [...names].sort().map(name => ({
    label: name,
    checked: repository === name,
    onChoose: () => look({ filter: "all", repository: name, session: undefined }),
  }));
  return [...kinds, ...repositories];
}
