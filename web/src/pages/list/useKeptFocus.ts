import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Row } from "../../rules/rows.ts";

const PARTS = [".todo-title", "input", ".star"] as const;

type Held = { id: string; index: number; part: (typeof PARTS)[number] };

/** Rows move and go; the keyboard stays on the row, or goes to the one that came into its place. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, rows: readonly Row[]): void {
  const held = useRef<Held | undefined>(undefined);

  useEffect(() => {
    const follow = (event: Event) => {
      const target = event.target as HTMLElement;
      const row = box.current?.contains(target) ? target.closest<HTMLElement>("[data-id]") : null;
      const part = PARTS.find(each => target.matches(each));
      const place = row?.closest("li")?.dataset.index;
      held.current = row && part ? { id: row.dataset.id ?? "", index: Number(place), part } : undefined;
    };
    document.addEventListener("focusin", follow);
    document.addEventListener("pointerdown", follow);
    return () => {
      document.removeEventListener("focusin", follow);
      document.removeEventListener("pointerdown", follow);
    };
  }, []);

  useLayoutEffect(() => {
    const was = held.current;
    if (was === undefined || document.activeElement !== document.body) return;
    const row = rows.find(each => each.id === was.id) ?? rows[Math.min(was.index, rows.length - 1)];
    const next =
      row === undefined
        ? document.getElementById("quick-add")
        : box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(row.id)}"] ${was.part}`);
    next?.focus({ preventScroll: row?.id !== was.id });
  });
}
