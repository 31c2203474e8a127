/** The socket of live sync: one at a time, opened anew for as long as the page wants it. */

import { NotReached, Refused } from "../api/client.ts";
import { BROWSER, namedTimers, type Wire, type World } from "./wire.ts";

export type Standing = "connecting" | "live" | "waiting" | "off";

export type Page = {
  /** A new ticket: each opens one socket, soon. */
  ticket(): Promise<{ url: string; ticket: string }>;
  onMessage(value: unknown): void;
  /** Something may have been missed: read the changes. */
  onGap(): void;
  onStanding(standing: Standing): void;
  /** Nobody is signed in any more, and it has stopped. */
  onRefused?(): void;
};

export type Connection = {
  start(): void;
  /** The page is looked at again, or there is a network again: what is open is probed, else it is opened at once. */
  wake(): void;
  /** There is no network: what still answers stays, else nothing is tried before `wake`. */
  offline(): void;
  close(): void;
};

const MINUTE = 60_000;
/** The gateway closes a socket that was silent for ten minutes. */
const PING = 4 * MINUTE;
const PONG = 10_000;
const PROBE = 2_000;
const OPENING = 10_000;
/** The gateway closes every socket after two hours. */
const RENEWAL = 115 * MINUTE;
/** An opening that held for this long was a good one: after it there is no waiting. */
const LASTED = 10_000;
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** What was written just before the opening may reach the index that changes are read from a little later. */
const SECOND_LOOK = 2_000;

export function connection(page: Page, world: World = BROWSER): Connection {
  let standing: Standing = "off";
  let wire: Wire | undefined;
  let openedAt: number | undefined;
  let begunAt = 0;
  /** Attempts and sockets are counted: what an earlier one says comes too late. */
  let attempt = 0;
  let turn = 0;
  let failures = 0;
  let notBefore = 0;
  let pings = 0;
  let pongBy = 0;
  let isOffline = false;
  const { after, stop, isRunning } = namedTimers<"opening" | "retry" | "ping" | "pong" | "look" | "renewal">(
    world,
  );

  function show(next: Standing): void {
    if (next === standing) return;
    standing = next;
    page.onStanding(next);
  }

  /** Ask for a ticket and open a socket with it. One that is live serves until then. */
  function begin(): void {
    const mine = ++attempt;
    begunAt = world.now();
    stop("retry");
    after(OPENING, "opening", failed);
    if (openedAt === undefined) show("connecting");
    page.ticket().then(
      ({ url, ticket }) => mine === attempt && replace(`${url}?ticket=${encodeURIComponent(ticket)}`),
      failure => mine === attempt && turnedAway(failure),
    );
  }

  function turnedAway(failure: unknown): void {
    if (failure instanceof Refused && failure.status === 401) {
      close();
      page.onRefused?.();
    } else failed(failure instanceof NotReached ? failure.after * 1000 : 0);
  }

  function replace(address: string): void {
    drop();
    show("connecting");
    const mine = turn;
    try {
      wire = world.open(address, {
        opened: () => mine === turn && opened(),
        came: data => mine === turn && came(data),
        closed: () => mine === turn && closed(),
      });
    } catch {
      failed();
    }
  }

  function opened(): void {
    openedAt = world.now();
    stop("opening");
    show("live");
    page.onGap();
    after(SECOND_LOOK + 1000 * world.random(), "look", page.onGap);
    after(PING, "ping", () => ping(PONG));
    after(RENEWAL, "renewal", begin);
  }

  function came(data: unknown): void {
    let value: unknown;
    try {
      value = JSON.parse(String(data));
    } catch {
      page.onGap();
      return;
    }
    const pong = (value as { pong?: unknown } | null)?.pong;
    if (pong === undefined) page.onMessage(value);
    else if (pong === pings) {
      stop("pong");
      isOffline = false;
    }
  }

  function ping(limit: number): void {
    pings += 1;
    pongBy = world.now() + limit;
    after(limit, "pong", again);
    after(PING, "ping", () => ping(PONG));
    wire?.send(JSON.stringify({ ping: pings }));
    page.onGap();
  }

  function closed(): void {
    const lasted = hasLasted();
    drop();
    if (lasted) again();
    else failed();
  }

  /** What was open is gone or silent. */
  function again(): void {
    drop();
    if (isOffline) show("waiting");
    else begin();
  }

  /** The attempt came to nothing; `least` is how long the service asks to be left alone. */
  function failed(least = 0): void {
    attempt += 1;
    stop("opening");
    const longest = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** (failures + 1));
    const wait = Math.max(least, SHORTEST_WAIT + (longest - SHORTEST_WAIT) * world.random());
    failures = Math.min(failures + 1, 10);
    notBefore = world.now() + least;
    if (openedAt !== undefined) {
      // What was to be renewed serves on meanwhile.
      after(wait, "renewal", begin);
      return;
    }
    drop();
    show("waiting");
    if (!isOffline) after(wait, "retry", begin);
  }

  function hasLasted(): boolean {
    return openedAt !== undefined && world.now() - openedAt >= LASTED;
  }

  function drop(): void {
    if (hasLasted()) failures = 0;
    turn += 1;
    openedAt = undefined;
    stop("ping", "pong", "look", "renewal");
    wire?.close();
    wire = undefined;
  }

  function start(): void {
    if (standing === "off") begin();
  }

  function wake(): void {
    const now = world.now();
    isOffline = false;
    if (standing === "off" || (standing === "connecting" && now - begunAt < OPENING)) return;
    if (openedAt !== undefined) {
      // Waking up is told in several events at once; one probe answers them all.
      if (!isRunning("pong") || pongBy < now || pongBy - now > PROBE) ping(PROBE);
    } else if (now < notBefore) after(notBefore - now, "retry", begin);
    else begin();
  }

  function offline(): void {
    if (standing === "off") return;
    isOffline = true;
    if (openedAt !== undefined) ping(PROBE);
    else {
      attempt += 1;
      stop("opening", "retry");
      drop();
      show("waiting");
    }
  }

  function close(): void {
    attempt += 1;
    failures = 0;
    isOffline = false;
    stop("opening", "retry");
    drop();
    show("off");
  }

  return { start, wake, offline, close };
}
