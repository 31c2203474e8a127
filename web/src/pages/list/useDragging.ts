import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import type { Row } from "../../rules/rows.ts";

const EDGE_PIXELS = 72;
const SCROLL_PIXELS = 14;

export type Dragging = { row: Row /** The gap it would land in, counted from the top. */; gap: number };

/** Moves a row by its grip, with a mouse, a pen or a finger; Escape leaves it where it was. */
export function useDragging(
  box: RefObject<HTMLElement | null>,
  indexAt: (y: number) => number,
  drop: (row: Row, gap: number) => void,
) {
  const dragging = useSignal<Dragging | undefined>(undefined);

  const start = (row: Row, event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    const grip = event.currentTarget as HTMLElement;
    grip.setPointerCapture(event.pointerId);
    let y = event.clientY;
    let frame = 0;
    const follow = () => {
      const top = box.current?.getBoundingClientRect().top ?? 0;
      const gap = indexAt(y - top);
      if (dragging.peek()?.gap !== gap) dragging.value = { row, gap };
    };
    const scroll = () => {
      if (y < EDGE_PIXELS) window.scrollBy(0, -SCROLL_PIXELS);
      else if (y > window.innerHeight - EDGE_PIXELS) window.scrollBy(0, SCROLL_PIXELS);
      follow();
      frame = requestAnimationFrame(scroll);
    };
    const onMove = (moved: PointerEvent) => {
      y = moved.clientY;
    };
    const end = () => {
      cancelAnimationFrame(frame);
      grip.removeEventListener("pointermove", onMove);
      document.removeEventListener("keydown", onKey, true);
      dragging.value = undefined;
    };
    const onUp = () => {
      const at = dragging.peek();
      end();
      if (at !== undefined) drop(row, at.gap);
    };
    const onKey = (key: KeyboardEvent) => {
      if (key.key !== "Escape") return;
      key.stopPropagation();
      grip.removeEventListener("pointerup", onUp);
      end();
    };
    grip.addEventListener("pointermove", onMove);
    grip.addEventListener("pointerup", onUp, { once: true });
    grip.addEventListener("pointercancel", end, { once: true });
    document.addEventListener("keydown", onKey, true);
    frame = requestAnimationFrame(scroll);
  };

  return { dragging, start };
}
