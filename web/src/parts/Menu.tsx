import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button, GlyphButton } from "./Button.tsx";
import type { IconNode } from "./Icon.tsx";
import { Icon } from "./Icon.tsx";

export type Choice = {
  label: string;
  icon?: IconNode;
  /** Given: one of several, of which one is chosen. */
  checked?: boolean;
  onChoose: () => void;
};

type MenuProps = {
  label: string;
  icon: IconNode;
  text?: ComponentChildren;
  /** Asked for when it opens. */
  choices: () => Choice[];
  /** Something else than the usual is chosen. */
  chosen?: boolean;
};

/** A button that opens a list of choices; arrows move in it, Escape closes it (WAI-ARIA APG, menu button). */
export function Menu({ label, icon, text, choices, chosen = false }: MenuProps) {
  const open = useSignal(false);
  const root = useRef<HTMLDivElement>(null);
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  const shut = (refocus: boolean) => {
    open.value = false;
    if (refocus) root.current?.querySelector("button")?.focus();
  };
  useEffect(() => {
    if (!open.value) return;
    (items().find(item => item.getAttribute("aria-checked") === "true") ?? items()[0])?.focus();
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) shut(false);
    };
    document.addEventListener("pointerdown", outside);
    return () => document.removeEventListener("pointerdown", outside);
  }, [open.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step !== undefined) all.at(step % all.length)?.focus();
    else if (event.key === "Escape") shut(true);
    else if (event.key === "Tab") return shut(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const press = {
    "aria-haspopup": "menu" as const,
    "aria-expanded": open.value,
    onClick: () => (open.value = !open.value),
  };
  return (
    <div class="menu" ref={root}>
      {text === undefined ? (
        <GlyphButton icon={icon} label={label} {...press} />
      ) : (
        <Button look="plain" icon={icon} aria-label={label} class={chosen ? "chosen" : ""} {...press}>
          {text}
        </Button>
      )}
      {open.value && (
        <div class="menu-items" role="menu" tabIndex={-1} aria-label={label} onKeyDown={onKeyDown}>
          {choices().map(choice => (
            <button
              key={choice.label}
              type="button"
              tabIndex={-1}
              {...roleOf(choice)}
              onClick={() => {
                shut(true);
                choice.onChoose();
              }}
            >
              {choice.icon && <Icon of={choice.icon} />}
              <span dir="auto">{choice.label}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function roleOf({ checked }: Choice) {
  return checked === undefined
    ? { role: "menuitem" as const }
    : { role: "menuitemradio" as const, "aria-checked": checked };
}
