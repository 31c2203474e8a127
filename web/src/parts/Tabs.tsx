import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import "../styles/fields.css";

type TabsProps = {
  label: string;
  tabs: readonly { id: string; text: string }[];
  chosen: string;
  onChoose: (id: string) => void;
  /** What the chosen tab shows. */
  children: ComponentChildren;
};

/** Tabs over one panel; arrows choose among them (WAI-ARIA APG, tabs). */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(each => each.id === chosen);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    const next = step === undefined ? undefined : tabs.at(step % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(each => (
          <button
            key={each.id}
            type="button"
            role="tab"
            id={`${id}-${each.id}`}
            data-tab={each.id}
            aria-selected={each.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={each.id === chosen ? 0 : -1}
            onClick={() => onChoose(each.id)}
          >
            {each.text}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </div>
  );
}
