import type { ComponentChildren } from "preact";

/** One of the steps, in a card. */
export function Step({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ComponentChildren;
}) {
  return (
    <section class="card step" aria-labelledby={`step-${number}`}>
      <h2 id={`step-${number}`} tabIndex={-1}>
        <span class="step-number">{number}</span> {title}
      </h2>
      {children}
    </section>
  );
}
