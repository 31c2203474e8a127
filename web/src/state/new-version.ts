/** Pages outlive deploys: says when a newer one is ready, and changes over when the owner wants it. */

import { signal } from "@preact/signals";
import { keepDraftsNow } from "./drafts.ts";
import { notify } from "./notices.ts";

export const newVersion = signal(false);

/** A press is not dead: the page reloads after this long all the same. */
const TAKE_OVER_MILLISECONDS = 4_000;

let waiting: ServiceWorker | null = null;

/** Keep the page and its parts on this device, so that it opens offline and its parts survive a deploy. */
export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const registration = await navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  if (registration === undefined) return;
  const look = (worker: ServiceWorker | null) => {
    // The first one of all is not newer than anything, whether or not it came to control this page.
    if (worker === null || registration.active === null) return;
    const ready = () => {
      if (worker.state !== "installed") return;
      waiting = worker;
      newVersion.value = true;
    };
    worker.addEventListener("statechange", ready);
    ready();
  };
  look(registration.waiting);
  registration.addEventListener("updatefound", () => look(registration.installing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
  });
  let reloading = false;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (waiting === null || reloading) return;
    if (!wanted && holds > 0) {
      // Taken in another tab, while here is what a reload would lose: it is offered once more.
      waiting = null;
      newVersion.value = true;
      return;
    }
    reloading = true;
    location.reload();
  });
}

let wanted = false;
let holds = 0;

/** While this page holds what a reload would lose, it does not reload by itself. Answers what ends that. */
export function holdReload(): () => void {
  holds += 1;
  return () => {
    holds -= 1;
  };
}

export function takeNewVersion(): void {
  wanted = true;
  keepDraftsNow();
  if (waiting === null) {
    location.reload();
    return;
  }
  waiting.postMessage("take over");
  // It may have given way to a still newer one meanwhile, and then it takes over nothing.
  setTimeout(() => location.reload(), TAKE_OVER_MILLISECONDS);
}

/** A part of the page did not come: it is not there any more, and only a newer page can go on; or nobody is reached. */
export async function partIsGone(): Promise<void> {
  const answers = await fetch("/files.js", { cache: "no-store" }).then(
    answer => answer.ok,
    () => false,
  );
  if (answers) {
    newVersion.value = true;
    return;
  }
  notify({
    text: "This part of the page could not be fetched: the service cannot be reached.",
    action: { label: "Try again", run: takeNewVersion },
    lasting: true,
  });
}
