import type { Week } from "../../rules/weeks.ts";

type WeeksChartProps = {
  /** Oldest first. */
  weeks: readonly Week[];
  /** Whether everything that counts was read. */
  isWhole: boolean;
  /** Names the chart. */
  of: string;
};

const WEEK = 40;
const BAR = 15;
const HEIGHT = 72;
/** Room for numbers above the bars, and for dates below. */
const ABOVE = 14;
const BELOW = 18;

/** What was filed and what was closed, week by week: bars for the eye, a table for the ear. */
export function WeeksChart({ weeks, isWhole, of }: WeeksChartProps) {
  const most = Math.max(1, ...weeks.flatMap(each => [each.filed, each.closed]));
  const width = weeks.length * WEEK;
  return (
    <figure class={`weeks ${isWhole ? "" : "coming"}`} aria-busy={!isWhole}>
      <figcaption class="weeks-legend" aria-hidden="true">
        <span class="of-filed">filed</span>
        <span class="of-closed">closed</span>
      </figcaption>
      <svg
        class="weeks-chart"
        viewBox={`0 0 ${width} ${ABOVE + HEIGHT + BELOW}`}
        aria-hidden="true"
        focusable="false"
      >
        {isWhole &&
          weeks.map((each, at) => (
            <g key={each.start}>
              <Bar kind="filed" count={each.filed} most={most} left={at * WEEK + WEEK / 2 - BAR - 0.5} />
              <Bar kind="closed" count={each.closed} most={most} left={at * WEEK + WEEK / 2 + 0.5} />
            </g>
          ))}
        <path class="ground" d={`M0 ${ABOVE + HEIGHT + 0.5}H${width}`} />
        {weeks.map(
          (each, at) =>
            // Every other one: there is no room for all, and the last is the one that is looked for.
            (weeks.length - at) % 2 === 1 && (
              <text key={each.start} x={at * WEEK + WEEK / 2} y={ABOVE + HEIGHT + 14}>
                {shortDate(each.start)}
              </text>
            ),
        )}
      </svg>
      {isWhole && <WeeksTable weeks={weeks} of={of} />}
    </figure>
  );
}

type BarProps = { kind: "filed" | "closed"; count: number; most: number; left: number };

function Bar({ kind, count, most, left }: BarProps) {
  const height = (count / most) * HEIGHT;
  const top = ABOVE + HEIGHT - height;
  return (
    <>
      <rect class={kind} x={left} y={top} width={BAR} height={height} />
      {count > 0 && count < 1000 && (
        <text class="count" x={left + BAR / 2} y={top - 3}>
          {count}
        </text>
      )}
    </>
  );
}

function WeeksTable({ weeks, of }: { weeks: readonly Week[]; of: string }) {
  return (
    <div class="unseen">
      <table>
        <caption>Filed and closed by week: {of}</caption>
        <thead>
          <tr>
            <th scope="col">Week from</th>
            <th scope="col">Filed</th>
            <th scope="col">Closed</th>
          </tr>
        </thead>
        <tbody>
          {weeks.map(each => (
            <tr key={each.start}>
              <th scope="row">{shortDate(each.start)}</th>
              <td>{each.filed}</td>
              <td>{each.closed}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function shortDate(date: string): string {
  const format = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00Z`));
}
