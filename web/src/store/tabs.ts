/** What the open pages of one browser tell each other. */

export type Word = "disputes" | "signed out";

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("follow-ups") : undefined;
// In a program without a window nothing is to be waited for.
(channel as { unref?: () => void } | undefined)?.unref?.();

export function tell(word: Word): void {
  channel?.postMessage(word);
}

export function whenTold(word: Word, does: () => void): void {
  channel?.addEventListener("message", event => {
    if (event.data === word) does();
  });
}
