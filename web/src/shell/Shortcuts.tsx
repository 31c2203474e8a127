import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../parts/Button.tsx";
import { Sheet } from "../parts/Sheet.tsx";
import { isOpen } from "../rules/rows.ts";
import { currentList, preference } from "../state/account.ts";
import { rowOf } from "../state/board.ts";
import { complete, reopen, star } from "../state/doing.ts";
import { go, route } from "../state/route.ts";
import { selectNone, toggle } from "../state/selection.ts";
import { undo } from "../state/undo.ts";
import { focusBeside } from "./focusing.ts";

const helping = signal(false);

const SINGLE: Record<string, { says: string; does: () => void }> = {
  q: { says: "Add a todo", does: () => document.getElementById("quick-add")?.focus() },
  "/": { says: "Search", does: () => document.getElementById("search")?.focus() },
  j: { says: "Next todo", does: () => focusBeside(1) },
  k: { says: "Previous todo", does: () => focusBeside(-1) },
  e: {
    says: "Complete it, or reopen it",
    does: () => onFocused(row => (isOpen(row) ? complete([row]) : reopen([row]))),
  },
  s: { says: "Star it", does: () => onFocused(row => star([row], !row.starred)) },
  x: { says: "Select it", does: () => onFocused(toggle) },
  u: { says: "Undo", does: () => undo() },
  "?": {
    says: "Show these keys",
    does: () => {
      helping.value = true;
    },
  },
};

const OTHERS: [keys: string, says: string][] = [
  ["Alt + ↑ ↓", "Move the todo up or down"],
  ["Shift + click", "Select up to there"],
  ["Ctrl + Enter", "Save what you wrote"],
  ["Ctrl + Z", "Undo"],
  ["Esc", "Close, clear, let go"],
];

/** Keys that work anywhere on a page but in a field. Single ones can be switched off in the settings. */
export function Shortcuts() {
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  if (!helping.value) return null;
  const close = () => {
    helping.value = false;
  };
  const all = [...Object.entries(SINGLE).map(([key, { says }]) => [key, says] as const), ...OTHERS];
  return (
    <Sheet labelledBy="keys-title" class="narrow" onClose={close}>
      <div class="sheet-body">
        <h2 id="keys-title">Keys</h2>
        <dl class="keys">
          {all.map(([key, says]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
        </dl>
        <p class="quiet small">Single keys can be switched off in the settings.</p>
        <Button onClick={close}>Close</Button>
      </div>
    </Sheet>
  );
}

function onKey(event: KeyboardEvent): void {
  if (
    event.defaultPrevented ||
    event.isComposing ||
    isWritten(event.target) ||
    document.querySelector("dialog[open]")
  )
    return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
    event.preventDefault();
    undo();
    return;
  }
  if (event.key === "Escape") selectNone();
  const at = route.value;
  if ((event.ctrlKey || event.metaKey) && event.key === "p" && at.page === "list" && currentList.value) {
    // The list on the screen holds only the rows near the window; the page for printing holds all.
    event.preventDefault();
    go({ page: "print", listId: currentList.value.id });
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || !preference("keys", true)) return;
  const found = SINGLE[event.key];
  if (found === undefined) return;
  event.preventDefault();
  found.does();
}

function isWritten(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      (target.matches("input, textarea, select") && !target.matches("[type=checkbox]")))
  );
}

function onFocused(does: (row: NonNullable<ReturnType<typeof rowOf>>) => void): void {
  const id = document.activeElement?.closest<HTMLElement>("[data-id]")?.dataset.id;
  const row = id === undefined ? undefined : rowOf(id);
  if (row !== undefined) does(row);
}
