import type { IconNode } from "lucide";
import { h } from "preact";

export type { IconNode };

/** One icon of the set. Whatever holds it says what it means. */
export function Icon({ of, class: name = "" }: { of: IconNode; class?: string }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {of.map(([tag, attributes]) => h(tag, attributes))}
    </svg>
  );
}
