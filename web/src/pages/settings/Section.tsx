import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

type SectionProps = { title: string; lead?: ComponentChildren; children: ComponentChildren; class?: string };

/** One card of the settings, with what it is about on top. */
export function Section({ title, lead, children, class: name = "" }: SectionProps) {
  const id = useId();
  return (
    <section class={`card ${name}`} aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {lead !== undefined && <p class="quiet">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
