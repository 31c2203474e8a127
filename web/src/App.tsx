import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import ListPage from "./pages/list/ListPage.tsx";
import { Shell } from "./shell/Shell.tsx";
import { Shortcuts } from "./shell/Shortcuts.tsx";
import { SignedOut } from "./shell/SignedOut.tsx";
import { TodoAside } from "./shell/TodoAside.tsx";
import { Unknown } from "./shell/Unknown.tsx";
import { signedIn } from "./signing-in/index.ts";
import { currentList } from "./state/account.ts";
import { partIsGone } from "./state/new-version.ts";
import { type Route, route } from "./state/route.ts";

type Page = Exclude<Route["page"], "list" | "unknown">;

/** Pages that are fetched when they are first opened. */
const PAGES: Record<Page, { title: string; load: () => Promise<{ default: ComponentType }> }> = {
  calendar: { title: "Calendar", load: () => import("./pages/calendar/CalendarPage.tsx") },
  connect: { title: "Connect an agent", load: () => import("./pages/connect/ConnectPage.tsx") },
  deleted: { title: "Deleted", load: () => import("./pages/deleted/DeletedPage.tsx") },
  lists: { title: "Lists", load: () => import("./pages/lists/ListsPage.tsx") },
  print: { title: "Print", load: () => import("./pages/print/PrintPage.tsx") },
  repositories: { title: "Repositories", load: () => import("./pages/repositories/RepositoriesPage.tsx") },
  settings: { title: "Settings", load: () => import("./pages/settings/SettingsPage.tsx") },
};

export function App() {
  const at = route.value;
  const isOut = signedIn.value === "no";
  const name =
    at.page === "list" ? currentList.value?.name : at.page === "unknown" ? "Not here" : PAGES[at.page].title;
  useEffect(() => {
    document.title = isOut || name === undefined ? "Follow-ups" : `${name} · Follow-ups`;
  }, [name, isOut]);
  useEffect(() => {
    // Whoever came by a link hears where they are; opening a todo leaves the list as it is.
    if (arrived) document.getElementById("page-title")?.focus({ preventScroll: true });
    arrived = true;
    window.scrollTo(0, 0);
  }, [at.page, "listId" in at ? at.listId : ""]);
  if (isOut) return <SignedOut />;
  return (
    <Shell name={(at.page === "list" && name) || "Follow-ups"}>
      {at.page === "list" ? (
        <ListPage />
      ) : at.page === "unknown" ? (
        <Unknown />
      ) : (
        <Fetched key={at.page} page={at.page} />
      )}
      {"todoId" in at && at.todoId !== undefined && <TodoAside todoId={at.todoId} />}
      <Shortcuts />
    </Shell>
  );
}

let arrived = false;

function Fetched({ page }: { page: Page }) {
  const [Found, setFound] = useState<ComponentType | undefined>(undefined);
  useEffect(() => {
    PAGES[page].load().then(part => setFound(() => part.default), partIsGone);
  }, [page]);
  useEffect(() => {
    if (Found !== undefined) document.getElementById("page-title")?.focus({ preventScroll: true });
  }, [Found]);
  return Found === undefined ? <div class="page-coming" aria-busy="true" /> : <Found />;
}
