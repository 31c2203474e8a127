/**
 * Keeps the page and its parts on this device: it opens offline, and a part that was never opened survives a deploy.
 * Shows reminders, and does what their buttons say.
 */

declare const self: ServiceWorkerGlobalScope & {
  /** Set by /files.js, which each build writes: what makes up this version, and its name. */
  FILES: string[];
  VERSION: string;
};

import { failed, type Remembered, type Shown, shown } from "../rules/notifications.ts";

importScripts("/files.js");

const CACHE = `shell ${self.VERSION}`;
const PAGE = "/index.html";

/** What is asked of the service itself, and never kept. */
const SERVICE = /^\/(api|mcp|live|local|feeds|\.well-known|config\.json)(\/|$)/;

self.addEventListener("install", event => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then(cache => cache.addAll(self.FILES.map(file => new Request(file, { cache: "no-cache" })))),
  );
});

self.addEventListener("activate", event => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", event => {
  if (event.data === "take over") void self.skipWaiting();
});

self.addEventListener("fetch", event => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin || SERVICE.test(url.pathname)) return;
  // The login page comes back with a code in the address: that is read by the page, whichever copy of it.
  const wanted = request.mode === "navigate" ? PAGE : url.pathname;
  event.respondWith(kept(wanted, request));
});

async function kept(wanted: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(wanted)) ?? fetch(request);
}

self.addEventListener("push", event => {
  event.waitUntil(show(shown(event.data?.text() ?? "", self.location.origin)));
});

self.addEventListener("notificationclick", event => {
  const remembered = event.notification.data as Remembered;
  event.notification.close();
  const action = event.action;
  if (action !== "" && remembered.token !== undefined) event.waitUntil(act(remembered, action));
  else event.waitUntil(open(remembered.path));
});

async function show({ title, options }: Shown): Promise<void> {
  await self.registration.showNotification(title, options);
}

async function act(remembered: Remembered, action: string): Promise<void> {
  let wasReached = true;
  try {
    const answer = await fetch("/api/reminder-actions", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ token: remembered.token, action }),
    });
    if (answer.ok) return;
    wasReached = answer.status < 500 && answer.status !== 429;
  } catch {
    wasReached = false;
  }
  await show(failed(remembered, wasReached));
}

const ANSWER_MILLISECONDS = 1_000;

/** Show the page at this address: one that is open if there is one, which keeps what is being written in it. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [client] = [...windows].sort((one, other) => Number(other.focused) - Number(one.focused));
  if (client !== undefined) {
    try {
      // First, while the press still counts as one: what comes before it could use it up.
      const focused = await client.focus();
      if (!(await isTaken(focused, path))) await focused.navigate(path);
      return;
    } catch {
      // A window that cannot come to the front is left alone: another one is opened.
    }
  }
  await self.clients.openWindow(path);
}

/** Whether the page goes there by itself. */
function isTaken(client: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise(resolve => {
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, ANSWER_MILLISECONDS, false);
    client.postMessage({ open: path }, [port2]);
  });
}
