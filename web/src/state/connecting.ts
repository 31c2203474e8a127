/** The key that was made last to connect an agent with, but for its secret: that is on the screen once and nowhere else. */

import { signal } from "@preact/signals";
import type { MadeKey } from "../api/types.ts";
import { KEY_PLACEHOLDER } from "../rules/host-blocks.ts";
import { keep, kept } from "../store/kept.ts";

export type Connecting = {
  keyId: string;
  name: string;
  listId: string;
  /** They connect Claude Code, with a placeholder where the key belongs. */
  commands: string[];
};

export const connecting = signal<Connecting | undefined>(undefined);

export async function recallConnecting(): Promise<void> {
  connecting.value ??= await kept<Connecting>("connecting");
}

export function connectWith(made: MadeKey, listId: string): void {
  const commands = (made.connect ?? []).map(each => each.replaceAll(made.secret, KEY_PLACEHOLDER));
  connecting.value = { keyId: made.id, name: made.name, listId, commands };
  void keep("connecting", connecting.value);
}

export function withSecret(command: string, secret: string | undefined): string {
  return secret === undefined ? command : command.replaceAll(KEY_PLACEHOLDER, secret);
}
