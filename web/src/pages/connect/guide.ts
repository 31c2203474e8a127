/** The guide to hosts, as it lies beside the page's own files. */

import address from "../../../../docs/hosts.md?url";
import { NotReached } from "../../api/client.ts";

let known: string | undefined;

/** Raises NotReached. */
export async function readGuide(): Promise<string> {
  if (known !== undefined) return known;
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new NotReached();
    known = await answer.text();
    return known;
  } catch (failure) {
    if (failure instanceof TypeError) throw new NotReached();
    throw failure;
  }
}
