/** Keeps the page and its parts on this device: it opens offline, and a part that was never opened survives a deploy. */

declare const self: ServiceWorkerGlobalScope & {
  /** Set by /files.js, which each build writes: what makes up this version, and its name. */
  FILES: string[];
  VERSION: string;
};

export {};

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
