/** What happens once, when the page opens: first what this device knows, then what the service says. */

import { effect, untracked } from "@preact/signals";
import { NotReached, Refused } from "./api/client.ts";
import { followSignOut, prepareSignIn, signedIn } from "./signing-in/index.ts";
import { currentList, readAccount, recallAccount, settings } from "./state/account.ts";
import { answered } from "./state/answered.ts";
import { takeConfirmed } from "./state/board.ts";
import { runClock } from "./state/clock.ts";
import { recallDisputes } from "./state/disputes.ts";
import { keepDraftsNow } from "./state/drafts.ts";
import { endLive, goLive } from "./state/live.ts";
import { closeBoard, openBoard, readNames, unread } from "./state/loading.ts";
import { keepShell } from "./state/new-version.ts";
import { repairPush } from "./state/push.ts";
import { followAddress, go, parsed } from "./state/route.ts";
import { sendNow, startSending, whenConfirmed } from "./state/sending.ts";
import { followTheme } from "./state/theme.ts";
import { liveAsPage } from "./store/edits.ts";
import { whenTold } from "./store/tabs.ts";

export async function start(): Promise<void> {
  followAddress();
  followTheme();
  runClock();
  liveAsPage();
  followSignOut();
  followReminders();
  whenTold("disputes", () => void recallDisputes());
  addEventListener("pagehide", keepDraftsNow);
  await Promise.all([recallAccount(), recallDisputes()]);
  whenConfirmed(takeConfirmed);
  followList();
  await knock();
  await keepShell();
  if (signedIn.value === "yes") void repairPush();
}

/** A reminder was pressed while this page is open: it goes to the todo, and loses nothing that is written in it. */
function followReminders(): void {
  navigator.serviceWorker?.addEventListener("message", event => {
    const path = (event.data as { open?: unknown } | null)?.open;
    if (typeof path !== "string") return;
    go(parsed(path));
    event.ports[0]?.postMessage("taken");
  });
}

/** Find out who is signed in, and begin. Where nobody answers the page stays as it was last, and tries again. */
async function knock(): Promise<void> {
  const address = await answered(prepareSignIn, () => {
    unread.value = true;
  });
  unread.value = false;
  try {
    if (address !== undefined) go(parsed(address), "replace");
    await readAccount();
    if (settings.value !== undefined) signedIn.value = "yes";
  } catch (failure) {
    if (failure instanceof Refused && failure.status === 401) {
      signedIn.value = "no";
      return;
    }
    if (!(failure instanceof NotReached)) throw failure;
  }
  await startSending(takeConfirmed);
  goLive();
}

/** The board follows the list that is looked at; nothing is shown to whoever is not signed in. */
function followList(): void {
  effect(() => {
    const listId = currentList.value?.id;
    // What it does reads and writes signals of its own, which are no reason to do it again.
    if (signedIn.value === "no") {
      untracked(() => {
        endLive();
        closeBoard();
      });
    } else if (listId !== undefined) untracked(() => void follow(listId));
  });
  effect(() => {
    if (signedIn.value === "yes") sendNow();
  });
}

async function follow(listId: string): Promise<void> {
  await openBoard(listId);
  await readNames(listId).catch(() => undefined);
}
