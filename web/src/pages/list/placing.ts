/** Putting rows elsewhere in the owner's order, by hand and by key. */

import { landing, standing } from "../../rules/reordering.ts";
import type { Row } from "../../rules/rows.ts";
import { openRows } from "../../state/board.ts";
import { place } from "../../state/doing.ts";
import { announce } from "../../state/notices.ts";

/** Put the row into a gap of those that are shown, counted from the top. */
export function putAt(shown: readonly Row[], row: Row, gap: number): void {
  const all = openRows.value;
  const to = landing(all, shown, row, gap);
  const back = standing(all, row);
  if (to === undefined || back === undefined) return;
  place([[row, to]], [[row, back]]);
  const at = shown.findIndex(each => each.id === row.id);
  announce(`Moved to ${gap > at ? gap : gap + 1} of ${shown.length}`);
}

/** Move the row one place up or down among those that are shown. */
export function step(shown: readonly Row[], row: Row, by: -1 | 1): void {
  const at = shown.findIndex(each => each.id === row.id);
  const now = shown[at];
  if (now === undefined || at + by < 0 || at + by >= shown.length) return;
  putAt(shown, now, by === -1 ? at - 1 : at + 2);
}
