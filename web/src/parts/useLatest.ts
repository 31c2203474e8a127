import { useCallback, useRef } from "preact/hooks";

/** A callback that stays the same, and does what the last one given does: rows that did not change are not drawn again. */
export function useLatest<Given extends unknown[], Answer>(callback: (...given: Given) => Answer) {
  const latest = useRef(callback);
  latest.current = callback;
  return useCallback((...given: Given) => latest.current(...given), []);
}
