import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
} from "@tanstack/virtual-core";
import type { RefObject } from "preact";
import { useLayoutEffect, useReducer, useRef } from "preact/hooks";

const OVERSCAN = 8;

export type VirtualRows = Virtualizer<Window, HTMLElement>;

type Wanted = {
  count: number;
  keyOf: (index: number) => string;
  /** What a row is taken to be high until the browser tells, in pixels; what is right costs no second drawing. */
  estimate: (index: number) => number;
  /** A row that stays in the document wherever the page is scrolled to: the one with the focus. */
  pinned: () => number | undefined;
};

function measured(element: HTMLElement, entry: ResizeObserverEntry | undefined, rows: VirtualRows): number {
  const size = entry?.borderBoxSize?.[0]?.blockSize;
  if (size !== undefined) return Math.round(size);
  const index = rows.indexFromElement(element);
  return rows.itemSizeCache.get(rows.options.getItemKey(index)) ?? rows.options.estimateSize(index);
}

/** Renders only the rows near the window; the page scrolls as if all were there. */
export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  { count, keyOf, estimate, pinned }: Wanted,
): VirtualRows {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const held = useRef<VirtualRows | undefined>(undefined);
  const options = {
    count,
    getItemKey: keyOf,
    estimateSize: estimate,
    overscan: OVERSCAN,
    scrollMargin: box.current?.offsetTop ?? 0,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => window.scrollY,
    onChange: () => redraw(0),
    // Only ever what the browser tells by itself: to ask it here would lay the page out once for each row.
    measureElement: measured,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const shown = defaultRangeExtractor(range);
      const kept = pinned();
      if (kept === undefined || kept < 0 || kept >= count || shown.includes(kept)) return shown;
      return [...shown, kept].sort((one, other) => one - other);
    },
  };
  held.current ??= new Virtualizer<Window, HTMLElement>(options);
  const rows = held.current;
  rows.setOptions(options);
  useLayoutEffect(() => rows._didMount(), []);
  useLayoutEffect(() => rows._willUpdate());
  return rows;
}
