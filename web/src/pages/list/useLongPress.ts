import { useRef } from "preact/hooks";
import type { Row } from "../../rules/rows.ts";

const HELD_MILLISECONDS = 450;
const MOVED_PIXELS = 8;
/** How long after a finger is lifted its click may come. */
const CLICK_MILLISECONDS = 100;

/** A finger that rests on a row chooses it. A finger that moves is scrolling. */
export function useLongPress(onHeld: (row: Row) => void) {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const from = useRef({ x: 0, y: 0 });
  const fired = useRef(false);
  const cancel = () => clearTimeout(timer.current);

  return {
    handlers: (rows: readonly Row[]) => ({
      onPointerDown: (event: PointerEvent) => {
        fired.current = false;
        document.removeEventListener("click", swallow, true);
        const target = event.target as Element;
        if (event.pointerType !== "touch" || target.closest(".grip, input, button")) return;
        const id = target.closest<HTMLElement>("[data-id]")?.dataset.id;
        const row = rows.find(each => each.id === id);
        if (row === undefined) return;
        from.current = { x: event.clientX, y: event.clientY };
        timer.current = setTimeout(() => {
          fired.current = true;
          // The press ends in a click, wherever the finger is by then.
          document.addEventListener("click", swallow, { capture: true, once: true });
          document.addEventListener("pointerup", release, { capture: true, once: true });
          document.addEventListener("pointercancel", release, { capture: true, once: true });
          navigator.vibrate?.(10);
          onHeld(row);
        }, HELD_MILLISECONDS);
      },
      onPointerMove: (event: PointerEvent) => {
        const { x, y } = from.current;
        if (Math.hypot(event.clientX - x, event.clientY - y) > MOVED_PIXELS) cancel();
      },
      onPointerUp: cancel,
      onPointerCancel: cancel,
      // The menu that a long press opens on a link would stand on top of what it chose.
      onContextMenu: (event: MouseEvent) => {
        if (fired.current) event.preventDefault();
      },
    }),
  };
}

/** A finger that slid away before it was lifted makes no click: the next one is somebody's press. */
function release(): void {
  setTimeout(() => document.removeEventListener("click", swallow, true), CLICK_MILLISECONDS);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
