import "../styles/fields.css";

/** Keeps the room of what is still on its way. */
export function Loading({ lines = 3, what }: { lines?: number; what: string }) {
  return (
    <div class="loading">
      <p class="unseen">{what}</p>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} class="loading-line" aria-hidden="true" />
      ))}
    </div>
  );
}
