/** Live sync: the one socket, and what its messages do to the page. */

import { signal } from "@preact/signals";
import * as calls from "../api/calls.ts";
import type { Change, TodoRow } from "../api/types.ts";
import { readAccount } from "./account.ts";
import { connection, type Standing } from "./connection.ts";
import { readMissed, takeChanges } from "./loading.ts";
import { sendNow } from "./sending.ts";

export const standing = signal<Standing>("off");

type Message =
  | { type: "changes"; list_id: string; changes: (Change & { todo?: TodoRow })[] }
  | { type: "lists" }
  | { type: "settings" };

const socket = connection({
  ticket: calls.newTicket,
  onMessage: value => void take(value as Message),
  onGap: () => {
    sendNow();
    void readMissed();
  },
  onStanding: now => {
    standing.value = now;
  },
});

async function take(message: Message): Promise<void> {
  if (message.type === "changes") {
    // The row may be older than one that a reading brings now; whichever is newer stays. Only readings move the
    // position on, so a message that was lost is read with the next one.
    await takeChanges(message.list_id, message.changes).catch(() => readMissed());
  } else if (message.type === "lists" || message.type === "settings") await readAccount();
}

/** Open it, and keep it open: after sleep, loss of the network, and the hours that a socket lives at most. */
export function goLive(): void {
  socket.start();
  const wake = () => {
    if (document.visibilityState === "visible") socket.wake();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", () => {
    sendNow();
    socket.wake();
  });
  addEventListener("offline", () => socket.offline());
}

export function endLive(): void {
  socket.close();
}
