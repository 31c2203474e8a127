/** Who is signed in on this device, and the ways in and out. */

import { signal } from "@preact/signals";
import { authorizeWith, byCookie, NotReached } from "../api/client.ts";
import { forgetAccount } from "../state/account.ts";
import { disputes } from "../state/disputes.ts";
import { countDrafts, forgetDrafts } from "../state/drafts.ts";
import { closeBoard } from "../state/loading.ts";
import { forgetPush } from "../state/push.ts";
import { edits, forgetEdits } from "../state/sending.ts";
import { forgetEverything } from "../store/database.ts";
import { countEdits } from "../store/edits.ts";
import { tell, whenTold } from "../store/tabs.ts";
import { accessToken, comeBack, forgetAccess, leaveToSignIn, leaveToSignOut } from "./cognito.ts";
import { type Config, config } from "./config.ts";

/** "unknown" until the service was asked; the list may be shown meanwhile as it was last. */
export const signedIn = signal<"unknown" | "yes" | "no">("unknown");
/** Why a sign-in did not work. */
export const signInRefused = signal<string | undefined>(undefined);
/** How people sign in here, once it is known. */
export const way = signal<Config["sign_in"] | undefined>(undefined);

/**
 * Get ready to ask the API: requests wait for it. Answers the address that the owner was going to before signing in.
 * Raises NotReached: nobody says how people sign in here. It may be done again.
 */
export async function prepareSignIn(): Promise<string | undefined> {
  const found = await config().catch(() => {
    throw new NotReached();
  });
  way.value = found.sign_in;
  const refused = () => {
    forgetAccess();
    signedIn.value = "no";
  };
  if (found.sign_in === "local") {
    authorizeWith(byCookie(refused));
    return undefined;
  }
  const back = await comeBack(found);
  if (back !== undefined && "refused" in back) signInRefused.value = back.refused;
  authorizeWith({
    current: async () => {
      try {
        return await accessToken(found);
      } catch {
        throw new NotReached();
      }
    },
    isStale: token => {
      forgetAccess(token);
      return true;
    },
    refused,
  });
  return back !== undefined && "address" in back ? back.address : undefined;
}

export async function signIn(): Promise<void> {
  const found = await config();
  if (found.sign_in === "cognito") await leaveToSignIn(found);
}

export type Unsaved = {
  /** Changes that the service does not have yet. */
  changes: number;
  /** Texts that are being written, or wait for the owner's choice. */
  texts: number;
};

/** What would be lost by signing out now, on any page of this browser. */
export async function unsaved(): Promise<Unsaved> {
  return {
    changes: Math.max(edits.value.length, await countEdits()),
    texts: disputes.value.length + (await countDrafts()),
  };
}

/** Sign out, and leave nothing of the owner's on this device. Raises TypeError: nobody answers, and nothing was done. */
export async function signOut(): Promise<void> {
  const found = await config();
  await forgetPush();
  if (found.sign_in === "cognito") {
    await leaveToSignOut(found, forgetOwner);
    return;
  }
  await fetch(found.sign_out_url, { method: "POST", redirect: "manual" });
  await forgetOwner();
  location.assign("/");
}

async function forgetOwner(): Promise<void> {
  tell("signed out");
  await forgetHere();
}

async function forgetHere(): Promise<void> {
  closeBoard();
  forgetEdits();
  forgetDrafts();
  forgetAccount();
  await forgetEverything();
}

/** The other pages of this browser hear of it: they show and keep nothing of the owner's any more. */
export function followSignOut(): void {
  whenTold("signed out", () => {
    signedIn.value = "no";
    void forgetHere().then(() => location.replace("/"));
  });
}
