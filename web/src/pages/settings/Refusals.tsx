type RefusalsProps = { title: string; refused: readonly { row: string; reason: string }[] };

/** How many are shown; a file that is not what it seems has one for each row. */
const SHOWN = 100;

/** What was not taken, and why. */
export function Refusals({ title, refused }: RefusalsProps) {
  if (refused.length === 0) return null;
  const more = refused.length - SHOWN;
  return (
    <details class="refusals" open={refused.length <= 5}>
      <summary>{title}</summary>
      <ul class="plain lines">
        {refused.slice(0, SHOWN).map(each => (
          <li key={each.row}>
            <strong dir="auto">{each.row}</strong> <span dir="auto">{each.reason}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p class="hint">And {more.toLocaleString()} more.</p>}
    </details>
  );
}
