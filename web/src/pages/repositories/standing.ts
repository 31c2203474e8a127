/** How the follow-ups of repositories stand, counted from rows. */

import type { Repository } from "../../api/types.ts";
import { holder, isHandedBack, isOpen, isProposed, type Row } from "../../rules/rows.ts";

export type Standing = { open: number; handedBack: number; proposed: number; claimed: number };

/** The rows of each repository by the name that it has now; rows may still carry a former one. */
export function rowsByRepository(
  repositories: readonly Repository[],
  rows: readonly Row[],
): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  const byName = new Map<string, Row[]>();
  for (const each of repositories) {
    const theirs: Row[] = [];
    found.set(each.name, theirs);
    for (const name of [...each.former_names, each.name]) byName.set(name.toLowerCase(), theirs);
  }
  for (const row of rows) if (row.origin) byName.get(row.origin.repository.toLowerCase())?.push(row);
  return found;
}

export function standing(rows: readonly Row[], now: Date): Standing {
  const open = rows.filter(isOpen);
  return {
    open: open.length,
    handedBack: open.filter(isHandedBack).length,
    proposed: open.filter(isProposed).length,
    claimed: open.filter(row => holder(row, now) !== undefined).length,
  };
}
