/** Live sync: the one socket, and what its messages do to the page. */

import { signal } from "@preact/signals";
import * as calls from "../api/calls.ts";
import type { Change, TodoRow } from "../api/types.ts";
import { listsAreFresh, readAccount } from "./account.ts";
import { connection, type Standing } from "./connection.ts";
import { readMissed, readNames, takeChanges } from "./loading.ts";
import { adopt, sendNow } from "./sending.ts";

export const standing = signal<Standing>("off");
/** The socket has been down for longer than opening another one takes. */
export const isAway = signal(false);

const AWAY_MILLISECONDS = 5_000;
let wasLive = false;
let away: ReturnType<typeof setTimeout> | undefined;

type Message =
  | { type: "changes"; list_id: string; changes: (Change & { todo?: TodoRow })[] }
  | { type: "lists" }
  | { type: "repositories"; list_id: string }
  | { type: "settings" };

const socket = connection({
  ticket: async () => {
    const { url, ticket } = await calls.newTicket();
    return { url: atThisOrigin(url), ticket };
  },
  onMessage: value => void take(value as Message),
  onGap: () => {
    sendNow();
    void adopt();
    void readMissed();
  },
  onStanding: now => {
    standing.value = now;
    if (now === "live") {
      // Nobody told this page meanwhile that a list was added, renamed or deleted.
      if (wasLive || !listsAreFresh.value) void readAccount().catch(() => undefined);
      wasLive = true;
    }
    if (now === "live" || now === "off") {
      clearTimeout(away);
      away = undefined;
      isAway.value = false;
    } else {
      away ??= setTimeout(() => {
        isAway.value = true;
      }, AWAY_MILLISECONDS);
    }
  },
});

/** Pages and sockets are of one origin; whichever of its names the page was opened by is the one that knows it. */
function atThisOrigin(url: string): string {
  const here = new URL(new URL(url).pathname, location.href);
  here.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  return here.href;
}

async function take(message: Message): Promise<void> {
  if (message.type === "changes") {
    // The row may be older than one that a reading brings now; whichever is newer stays. Only readings move the
    // position on, so a message that was lost is read with the next one.
    await takeChanges(message.list_id, message.changes).catch(() => readMissed());
  } else if (message.type === "repositories") await readNames(message.list_id).catch(() => undefined);
  else if (message.type === "lists" || message.type === "settings") await readAccount();
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
