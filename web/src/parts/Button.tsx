import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconNode } from "./Icon.tsx";

type ButtonProps = JSX.IntrinsicElements["button"] & {
  look?: "main" | "plain" | "danger";
  icon?: IconNode;
  children?: ComponentChildren;
};

export function Button({ look, icon, children, class: name, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} class={`button ${look ?? ""} ${name ?? ""}`}>
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

type GlyphProps = JSX.IntrinsicElements["button"] & { icon: IconNode; label: string };

/** A button that shows an icon alone. Its label is its name, and its tooltip. */
export function GlyphButton({ icon, label, class: name, ...rest }: GlyphProps) {
  return (
    <button type="button" title={label} {...rest} aria-label={label} class={`button glyph ${name ?? ""}`}>
      <Icon of={icon} />
    </button>
  );
}
