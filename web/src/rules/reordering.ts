/** Where a row lands that is put elsewhere: between which rows of the whole list, whatever of it is shown. */

import type { Row } from "./rows.ts";

export type Landing = {
  /** The row that it shall stand above; absent at the foot. */
  before?: string;
  /** The row that it shall stand below; absent at the head. */
  after?: string;
  /** A key that shows it there until the service makes a real one. */
  order: string;
};

/**
 * Put `moved` into a gap of the rows that are shown, counted from the top; `all` is the whole list in its order. Rows
 * that are not shown keep their place: it lands right above the shown row below the gap, at the end right below the
 * last shown one. Undefined where it stands there already.
 */
export function landing(
  all: readonly Row[],
  shown: readonly Row[],
  moved: Row,
  gap: number,
): Landing | undefined {
  const at = shown.findIndex(row => row.id === moved.id);
  if (at === gap || (at >= 0 && at === gap - 1)) return undefined;
  const rest = all.filter(row => row.id !== moved.id);
  const under = shown.slice(gap).find(row => row.id !== moved.id);
  if (under !== undefined)
    return between(
      rest,
      rest.findIndex(row => row.id === under.id),
    );
  const above = shown.findLast(row => row.id !== moved.id);
  return above === undefined ? undefined : between(rest, rest.findIndex(row => row.id === above.id) + 1);
}

/** Where a row stands now, to be put back to. */
export function standing(all: readonly Row[], row: Row): Landing | undefined {
  const at = all.findIndex(each => each.id === row.id);
  if (at < 0) return undefined;
  const { order: _made, ...place } = between(
    all.filter(each => each.id !== row.id),
    at,
  ) ?? { order: "" };
  return { ...place, order: row.order };
}

function between(rows: readonly Row[], index: number): Landing | undefined {
  if (index < 0) return undefined;
  const above = rows[index - 1];
  const below = rows[index];
  return {
    ...(below && { before: below.id }),
    ...(above && { after: above.id }),
    order: keyBetween(above?.order ?? "", below?.order),
  };
}

/** Above every character of a key. */
const CEILING = 0x7f;

/** A key behind one and before the other, for showing only: keys of the service are ASCII, and are compared by bytes. */
function keyBetween(low: string, high: string | undefined): string {
  let key = "";
  let ceiling = high;
  for (let at = 0; ; at += 1) {
    const floor = at < low.length ? low.charCodeAt(at) : 0;
    const top = ceiling === undefined ? CEILING : at < ceiling.length ? ceiling.charCodeAt(at) : 0;
    if (top - floor > 1) return key + String.fromCharCode((floor + top) >> 1);
    key += String.fromCharCode(floor);
    if (top > floor) ceiling = undefined;
    // Two keys that are the same leave no room; the id decides between them.
    else if (ceiling !== undefined && at >= ceiling.length && at >= low.length) return low;
  }
}
