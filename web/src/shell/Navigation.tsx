import { CalendarDays, FolderGit2, Inbox, LayoutList, Plug, Settings } from "lucide";
import { Icon, type IconNode } from "../parts/Icon.tsx";
import { currentList, lists } from "../state/account.ts";
import { addressOf, type Route, route } from "../state/route.ts";
import { Mark } from "./Mark.tsx";

/** The lists, and the pages beside them. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const at = route.value;
  const list = currentList.value;
  return (
    <nav class="navigation" aria-label="Pages">
      <a class="brand" href="/" onClick={onGo}>
        <Mark />
        Follow-ups
      </a>
      <ul class="plain">
        {lists.value.map(each => (
          <Item
            key={each.id}
            to={{ page: "list", listId: each.id }}
            icon={Inbox}
            onGo={onGo}
            here={at.page === "list" && list?.id === each.id}
          >
            {each.name}
          </Item>
        ))}
        <Item to={{ page: "lists" }} icon={LayoutList} onGo={onGo} here={at.page === "lists"}>
          All lists
        </Item>
      </ul>
      <ul class="plain">
        {list !== undefined && (
          <Item
            to={{ page: "calendar", listId: list.id }}
            icon={CalendarDays}
            onGo={onGo}
            here={at.page === "calendar"}
          >
            Calendar
          </Item>
        )}
        {list !== undefined && (
          <Item
            to={{ page: "repositories", listId: list.id }}
            icon={FolderGit2}
            onGo={onGo}
            here={at.page === "repositories"}
          >
            Repositories
          </Item>
        )}
        <Item to={{ page: "connect" }} icon={Plug} onGo={onGo} here={at.page === "connect"}>
          Connect an agent
        </Item>
        <Item to={{ page: "settings" }} icon={Settings} onGo={onGo} here={at.page === "settings"}>
          Settings
        </Item>
      </ul>
    </nav>
  );
}

type ItemProps = {
  to: Route;
  icon: IconNode;
  here: boolean;
  onGo: (() => void) | undefined;
  children: string;
};

function Item({ to, icon, here, onGo, children }: ItemProps) {
  return (
    <li>
      <a class="nav-item" href={addressOf(to)} onClick={onGo} aria-current={here ? "page" : undefined}>
        <Icon of={icon} />
        <span dir="auto">{children}</span>
      </a>
    </li>
  );
}
