import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** For what goes away when one of its buttons is pressed: the keyboard is then at the page's title, not nowhere. */
export function useFocusBack<T extends HTMLElement>(): RefObject<T | null> {
  const root = useRef<T>(null);
  useLayoutEffect(
    () => () => {
      if (!root.current?.contains(document.activeElement)) return;
      // Once it is gone, unless what was pressed has put the keyboard somewhere itself.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body)
          document.getElementById("page-title")?.focus({ preventScroll: true });
      });
    },
    [],
  );
  return root;
}
