/** What a chosen file says, before anything of it is stored. */

import { NotReached } from "../../api/client.ts";

export type Understood = {
  /** Names the file, the same one again alike. */
  source: string;
  /** As an import takes them. */
  todos: object[];
  refused: { row: number; reason: string }[];
};

/** Reads the file with what fits it. Never raises: what is wrong is said in words. */
export async function understood(file: File): Promise<Understood | { wrong: string }> {
  return { wrong: file.name };
}
