/** Whether reminders ring on this device: what the browser says and what the service says, made to agree. */

import { signal } from "@preact/signals";
import * as calls from "../api/calls.ts";
import { Refused } from "../api/client.ts";
import type { PushSubscriptions } from "../api/types.ts";
import { dropShort, readShort, writeShort } from "../store/short.ts";

export type Ringing =
  | { is: "unknown" }
  /** This browser, or the service, cannot do it; the words say why. */
  | { is: "impossible"; why: Impossible }
  | { is: "off" }
  /** The owner said no to this site's notifications, in the browser. */
  | { is: "blocked" }
  | { is: "on"; id: string };

export type Impossible = "insecure" | "home screen" | "no browser support" | "no key";

export const ringing = signal<Ringing>({ is: "unknown" });

/** Under which the service knew this device last. */
const KNOWN_AS = "push-subscription";

/** Look, and repair: after it, what is shown holds. Raises what the API raises. */
export async function lookAtPush(): Promise<PushSubscriptions> {
  const told = await calls.readPushSubscriptions();
  const why = impossible();
  if (why !== undefined || told.public_key === undefined) {
    ringing.value = { is: "impossible", why: why ?? "no key" };
    return told;
  }
  const manager = await pushManager();
  let held = await manager.getSubscription();
  if (held !== null && !isFor(held, told.public_key)) {
    await held.unsubscribe();
    held = null;
  }
  const known = readShort(KNOWN_AS);
  if (held === null) return missing(manager, told, known);
  const id = await idOf(held.endpoint);
  if (!told.subscriptions.some(each => each.id === id)) await register(held, known);
  else writeShort(KNOWN_AS, id);
  ringing.value = { is: "on", id };
  return id === known ? told : calls.readPushSubscriptions();
}

/** The browser holds none. Where the service believes in one of this device's, it is made anew, or taken away. */
async function missing(
  manager: PushManager,
  told: PushSubscriptions,
  known: string | null,
): Promise<PushSubscriptions> {
  const believes = known !== null && told.subscriptions.some(each => each.id === known);
  if (believes && Notification.permission === "granted") {
    await subscribe(manager, told.public_key ?? "", known);
    return calls.readPushSubscriptions();
  }
  ringing.value = { is: Notification.permission === "denied" ? "blocked" : "off" };
  if (!believes) return told;
  await end(known);
  return { ...told, subscriptions: told.subscriptions.filter(each => each.id !== known) };
}

/** Repair without a word when the page opens: only where this device rang before. */
export async function repairPush(): Promise<void> {
  if (readShort(KNOWN_AS) === null || impossible() !== undefined) return;
  await lookAtPush().catch(() => undefined);
}

/** Asks the owner first, in the browser's own words. Raises what the API raises; DOMException: the browser could not. */
export async function turnOnPush(publicKey: string): Promise<void> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") {
    ringing.value = { is: permission === "denied" ? "blocked" : "off" };
    return;
  }
  await subscribe(await pushManager(), publicKey, readShort(KNOWN_AS));
}

export async function turnOffPush(): Promise<void> {
  const held = impossible() === undefined ? await (await pushManager()).getSubscription() : null;
  const id = held === null ? readShort(KNOWN_AS) : await idOf(held.endpoint);
  try {
    if (id !== null) await end(id);
  } finally {
    // What the service still sends there is refused, and it forgets the device then.
    await held?.unsubscribe();
  }
  ringing.value = { is: "off" };
}

/** Whoever signs out hears nothing more here. What cannot be reached now does not keep them from it. */
export async function forgetPush(): Promise<void> {
  if (readShort(KNOWN_AS) === null) return;
  await turnOffPush().catch(() => undefined);
  dropShort(KNOWN_AS);
  await closeNotifications().catch(() => undefined);
}

/** Those that are shown still: their titles are the owner's. */
async function closeNotifications(): Promise<void> {
  if (impossible() !== undefined) return;
  const registration = await navigator.serviceWorker.ready;
  for (const each of await registration.getNotifications()) each.close();
}

async function subscribe(manager: PushManager, publicKey: string, replaces: string | null): Promise<void> {
  const held = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  await register(held, replaces);
  ringing.value = { is: "on", id: await idOf(held.endpoint) };
}

async function register(held: PushSubscription, replaces: string | null): Promise<void> {
  const { endpoint, keys } = held.toJSON();
  const made = await calls.createPushSubscription({
    endpoint,
    keys,
    name: deviceName(),
    ...(replaces !== null && { replaces }),
  });
  writeShort(KNOWN_AS, made.id);
}

async function end(id: string): Promise<void> {
  await calls.deletePushSubscription(id).catch(failure => {
    if (!(failure instanceof Refused && failure.status === 404)) throw failure;
  });
  dropShort(KNOWN_AS);
}

function impossible(): Impossible | undefined {
  if (!isSecureContext) return "insecure";
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return undefined;
  return /iPhone|iPad/.test(navigator.userAgent) ? "home screen" : "no browser support";
}

async function pushManager(): Promise<PushManager> {
  return (await navigator.serviceWorker.ready).pushManager;
}

/** As the service names it: by the hash of its endpoint. */
async function idOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, "0")).join("");
}

function isFor(held: PushSubscription, publicKey: string): boolean {
  const key = held.options.applicationServerKey;
  if (key === null) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(key)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "") === publicKey;
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS/, "Mac"],
  [/Linux/, "Linux"],
];

/** What the owner knows it by: "Chrome on Android". */
export function deviceName(agent = navigator.userAgent): string {
  const first = (of: readonly [RegExp, string][]) => of.find(([shape]) => shape.test(agent))?.[1];
  return `${first(BROWSERS) ?? "A browser"} on ${first(SYSTEMS) ?? "a device"}`;
}
