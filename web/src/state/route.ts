/** Which page is shown, from the address and into it. */

import { computed, signal } from "@preact/signals";

export type Route =
  | { page: "list"; listId?: string; todoId?: string }
  | { page: "calendar"; listId: string; todoId?: string }
  | { page: "print"; listId: string }
  | { page: "deleted"; listId: string }
  | { page: "repositories"; listId: string }
  | { page: "lists" }
  | { page: "connect" }
  | { page: "settings" }
  | { page: "unknown" };

const path = signal(globalThis.location?.pathname ?? "/");

export const route = computed(() => parsed(path.value));

export function parsed(pathname: string): Route {
  const [first, second, third, fourth, ...rest] = pathname.split("/").filter(Boolean).map(decoded);
  if (first === undefined) return { page: "list" };
  if (first === "lists" && second === undefined) return { page: "lists" };
  if ((first === "settings" || first === "connect") && second === undefined) return { page: first };
  if (first === "lists" && second !== undefined && third === "calendar" && rest.length < 2) {
    const [todoId] = rest;
    if (fourth === undefined) return { page: "calendar", listId: second };
    if (fourth === "todos" && todoId !== undefined) return { page: "calendar", listId: second, todoId };
  }
  if (first === "lists" && second !== undefined && rest.length === 0) {
    if (third === undefined) return { page: "list", listId: second };
    if (third === "todos" && fourth !== undefined) return { page: "list", listId: second, todoId: fourth };
    if (fourth === undefined && (third === "print" || third === "deleted" || third === "repositories")) {
      return { page: third, listId: second };
    }
  }
  return { page: "unknown" };
}

export function addressOf(to: Route): string {
  switch (to.page) {
    case "list":
      if (to.listId === undefined) return "/";
      return `/lists/${encodeURIComponent(to.listId)}${todoIn(to)}`;
    case "calendar":
      return `/lists/${encodeURIComponent(to.listId)}/calendar${todoIn(to)}`;
    case "print":
    case "deleted":
    case "repositories":
      return `/lists/${encodeURIComponent(to.listId)}/${to.page}`;
    case "unknown":
      return "/";
    default:
      return `/${to.page}`;
  }
}

function todoIn({ todoId }: { todoId?: string }): string {
  return todoId === undefined ? "" : `/todos/${encodeURIComponent(todoId)}`;
}

export function go(to: Route, how: "push" | "replace" = "push"): void {
  const address = addressOf(to);
  if (how === "push" && address !== location.pathname) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  path.value = location.pathname;
}

/** Follow the browser's own back and forward, and plain presses on links of ours. */
export function followAddress(): void {
  addEventListener("popstate", () => {
    path.value = location.pathname;
  });
  document.addEventListener("click", event => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = (event.target as Element).closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.hash !== "" && link.pathname === location.pathname) return;
    if (parsed(link.pathname).page === "unknown") return;
    event.preventDefault();
    history.pushState(null, "", link.pathname);
    path.value = location.pathname;
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
