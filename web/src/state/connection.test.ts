import assert from "node:assert/strict";
import { test } from "node:test";
import { NotReached, Refused } from "../api/client.ts";
import { connection, type Standing } from "./connection.ts";
import type { Ends, World } from "./wire.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;

type FakeSocket = Ends & { address: string; sent: string[]; isClosed: boolean };

/** A page, its service and its clock. Nothing here waits: time passes where a test says so. */
function stage(answers: { pongs?: boolean; accepts?: () => boolean; ticket?: () => Promise<void> } = {}) {
  const { accepts = () => true, ticket = async () => undefined } = answers;
  let time = 0;
  let tickets = 0;
  let pongs = answers.pongs ?? true;
  const timers = new Set<{ at: number; call: () => void }>();
  const sockets: FakeSocket[] = [];
  const standings: Standing[] = [];
  const messages: unknown[] = [];
  const gaps: number[] = [];
  let refusals = 0;
  let onGap: () => void = () => undefined;

  const world: World = {
    open(address, ends) {
      const socket: FakeSocket = { ...ends, address, sent: [], isClosed: false };
      sockets.push(socket);
      if (accepts()) world.later(() => socket.isClosed || socket.opened(), 20);
      else world.later(() => socket.closed(), 20);
      return {
        send(text) {
          socket.sent.push(text);
          const { ping } = JSON.parse(text);
          if (pongs) world.later(() => socket.came(JSON.stringify({ pong: ping })), 30);
        },
        close() {
          socket.isClosed = true;
        },
      };
    },
    later(call, milliseconds) {
      const timer = { at: time + milliseconds, call };
      timers.add(timer);
      return timer;
    },
    cancel: timer => timers.delete(timer as { at: number; call: () => void }),
    now: () => time,
    random: () => 0.5,
  };

  const socket = connection(
    {
      async ticket() {
        tickets += 1;
        const mine = tickets;
        await ticket();
        return { url: "wss://service.test/live", ticket: `ticket-${mine}` };
      },
      onMessage: value => messages.push(value),
      onGap() {
        gaps.push(time);
        onGap();
      },
      onStanding: standing => standings.push(standing),
      onRefused() {
        refusals += 1;
      },
    },
    world,
  );

  async function pass(milliseconds: number): Promise<void> {
    const until = time + milliseconds;
    for (;;) {
      await new Promise(setImmediate);
      const next = [...timers].filter(each => each.at <= until).sort((one, other) => one.at - other.at)[0];
      if (next === undefined) break;
      timers.delete(next);
      time = next.at;
      next.call();
    }
    time = until;
  }

  return {
    socket,
    sockets,
    standings,
    messages,
    gaps,
    pass,
    ticketsAsked: () => tickets,
    refusals: () => refusals,
    live: () => sockets.filter(each => !each.isClosed),
    last: () => sockets.at(-1) as FakeSocket,
    now: () => time,
    fallSilent: () => {
      pongs = false;
    },
    whenGap: (call: () => void) => {
      onGap = call;
    },
    timersLeft: () => timers.size,
  };
}

async function opened(answers: Parameters<typeof stage>[0] = {}) {
  const at = stage(answers);
  at.socket.start();
  await at.pass(100);
  assert.equal(at.standings.at(-1), "live");
  return at;
}

test("it opens with a ticket of its own, reads what was missed, and once more when indexes had time", async () => {
  const at = await opened();
  assert.equal(at.last().address, "wss://service.test/live?ticket=ticket-1");
  assert.deepEqual(at.standings, ["connecting", "live"]);
  assert.equal(at.gaps.length, 1);
  await at.pass(3 * SECOND);
  assert.equal(at.gaps.length, 2);
  assert.equal(at.gaps[1], 20 + 2500);
});

test("a message reaches the page as the value that it is; one that cannot be read is a gap", async () => {
  const at = await opened();
  at.last().came('{"type":"lists"}');
  at.last().came("{broken");
  assert.deepEqual(at.messages, [{ type: "lists" }]);
  assert.equal(at.gaps.length, 2);
});

test("what changes while the socket is down for 90 s is shown within 2 s of the network's return, once each (H01)", async () => {
  let reachable = true;
  const at = await opened({
    accepts: () => reachable,
    ticket: async () => {
      if (!reachable) throw new NotReached();
    },
  });
  const log: string[] = [];
  const page: string[] = [];
  at.whenGap(() => reachable && page.push(...log.slice(page.length)));
  await at.pass(MINUTE);
  reachable = false;
  at.last().closed();
  await at.pass(45 * SECOND);
  log.push("one", "two", "three");
  await at.pass(45 * SECOND);
  assert.equal(at.standings.at(-1), "waiting");
  assert.deepEqual(page, []);
  reachable = true;
  at.socket.wake();
  await at.pass(2 * SECOND);
  assert.deepEqual(page, ["one", "two", "three"]);
  assert.equal(at.live().length, 1);
});

test("the late close of a replaced socket does nothing, and neither does its late message (H03)", async () => {
  const at = await opened();
  await at.pass(MINUTE);
  const old = at.last();
  at.fallSilent();
  at.socket.wake();
  await at.pass(2 * SECOND + 100);
  assert.equal(at.sockets.length, 2);
  assert.equal(at.standings.at(-1), "live");
  old.closed();
  old.came('{"type":"lists"}');
  old.opened();
  await at.pass(10 * SECOND);
  assert.deepEqual(at.live(), [at.last()]);
  assert.equal(at.sockets.length, 2);
  assert.equal(at.ticketsAsked(), 2);
  assert.deepEqual(at.messages, []);
});

test("closed at two hours, it is back after at most two attempts, with a ticket that was not used (H05)", async () => {
  let reachable = true;
  const at = await opened({
    ticket: async () => {
      if (!reachable) throw new NotReached();
    },
  });
  await at.pass(114 * MINUTE);
  // The renewal before the limit cannot be had, so that the gateway's own close is what ends the socket.
  reachable = false;
  await at.pass(6 * MINUTE);
  const before = at.ticketsAsked();
  reachable = true;
  at.last().closed();
  await at.pass(5 * SECOND);
  assert.equal(at.standings.at(-1), "live");
  assert.ok(at.ticketsAsked() - before <= 2);
  assert.deepEqual(
    at.sockets.map(each => each.address.split("=")[1]),
    ["ticket-1", `ticket-${at.ticketsAsked()}`],
  );
});

test("for five hours it renews itself before the gateway's two, and never holds two sockets", async () => {
  const at = await opened();
  let most = 0;
  for (let minute = 0; minute < 300; minute += 1) {
    await at.pass(MINUTE);
    most = Math.max(most, at.live().length);
  }
  assert.equal(most, 1);
  assert.equal(at.sockets.length, 3);
  assert.equal(at.standings.filter(each => each === "waiting").length, 0);
});

test("a renewal whose ticket cannot be had leaves the live socket as it is and is tried again", async () => {
  let reachable = true;
  const at = await opened({
    ticket: async () => {
      if (!reachable) throw new NotReached();
    },
  });
  await at.pass(114 * MINUTE);
  reachable = false;
  await at.pass(2 * MINUTE);
  assert.equal(at.sockets.length, 1);
  assert.equal(at.standings.at(-1), "live");
  at.last().came('{"type":"lists"}');
  assert.equal(at.messages.length, 1);
  reachable = true;
  await at.pass(MINUTE);
  assert.equal(at.sockets.length, 2);
  assert.deepEqual(at.live(), [at.last()]);
});

test("it pings every four minutes, and reads what was missed with each", async () => {
  const at = await opened();
  await at.pass(20 * MINUTE);
  assert.deepEqual(
    at.last().sent.map(each => JSON.parse(each)),
    [1, 2, 3, 4, 5].map(ping => ({ ping })),
  );
  assert.equal(at.gaps.length, 2 + 5);
});

test("a ping that nobody answers for 10 s replaces the socket", async () => {
  const at = await opened();
  at.fallSilent();
  await at.pass(4 * MINUTE + 9 * SECOND);
  assert.equal(at.sockets.length, 1);
  await at.pass(1200);
  assert.equal(at.sockets.length, 2);
  assert.equal(at.live().length, 1);
});

test("waking up probes once however many events tell of it, and keeps a socket that answers", async () => {
  const at = await opened();
  at.socket.wake();
  at.socket.wake();
  at.socket.wake();
  await at.pass(5 * SECOND);
  assert.equal(at.last().sent.length, 1);
  assert.equal(at.sockets.length, 1);
});

test("waking up while it waits opens at once, and while it connects does not open a second one", async () => {
  let isUp = false;
  const at = stage({ accepts: () => isUp });
  at.socket.start();
  await at.pass(2 * MINUTE);
  isUp = true;
  const before = at.sockets.length;
  at.socket.wake();
  at.socket.wake();
  await at.pass(100);
  assert.equal(at.standings.at(-1), "live");
  assert.equal(at.sockets.length, before + 1);
});

test("attempts grow apart from half a second to half a minute, and close up after an opening that lasted", async () => {
  let isUp = false;
  const at = stage({ accepts: () => isUp });
  at.socket.start();
  await at.pass(SECOND);
  assert.equal(at.sockets.length, 2);
  await at.pass(10 * MINUTE);
  const many = at.sockets.length;
  assert.ok(many < 60, `${many} attempts in ten minutes`);
  await at.pass(2 * MINUTE);
  assert.ok(at.sockets.length - many >= 120 / 31);
  isUp = true;
  await at.pass(MINUTE);
  const open = at.sockets.length;
  isUp = false;
  at.last().closed();
  await at.pass(SECOND);
  assert.ok(at.sockets.length - open >= 2);
});

test("a socket that is closed as soon as it opens is not tried at once for ever", async () => {
  const at = stage();
  at.socket.start();
  for (let round = 0; round < 600; round += 1) {
    await at.pass(SECOND);
    if (at.standings.at(-1) === "live") at.last().closed();
  }
  assert.ok(at.sockets.length < 60, `${at.sockets.length} sockets in ten minutes`);
});

test("a service that asks for a minute of peace gets it, even when the page wakes", async () => {
  const at = stage({
    ticket: async () => {
      throw new NotReached(60);
    },
  });
  at.socket.start();
  await at.pass(SECOND);
  at.socket.wake();
  await at.pass(58 * SECOND);
  assert.equal(at.ticketsAsked(), 1);
  await at.pass(2 * SECOND);
  assert.equal(at.ticketsAsked(), 2);
});

test("a ticket that is refused because nobody is signed in stops it and says so", async () => {
  const problem = { type: "x", title: "x", status: 401, detail: "Sign in.", code: "unauthorized" } as const;
  const at = stage({
    ticket: async () => {
      throw new Refused(401, problem);
    },
  });
  at.socket.start();
  await at.pass(MINUTE);
  at.socket.wake();
  await at.pass(MINUTE);
  assert.deepEqual(at.standings, ["connecting", "off"]);
  assert.equal(at.refusals(), 1);
  assert.equal(at.ticketsAsked(), 1);
});

test("a ticket that never comes, or a socket that never opens, is given up and tried again", async () => {
  const at = stage({ ticket: () => new Promise(() => undefined) });
  at.socket.start();
  await at.pass(12 * SECOND);
  assert.equal(at.ticketsAsked(), 2);
});

test("without a network nothing is tried until it wakes", async () => {
  const at = await opened();
  at.fallSilent();
  at.socket.offline();
  await at.pass(MINUTE);
  assert.equal(at.standings.at(-1), "waiting");
  assert.equal(at.sockets.length, 1);
  assert.equal(at.live().length, 0);
  at.socket.wake();
  await at.pass(100);
  assert.equal(at.standings.at(-1), "live");
});

test("a service on this machine is still there when the network goes", async () => {
  const at = await opened();
  at.socket.offline();
  await at.pass(MINUTE);
  assert.equal(at.standings.at(-1), "live");
  assert.equal(at.sockets.length, 1);
});

test("closing leaves no socket, no timer and no word, and it can be started again", async () => {
  const at = await opened();
  at.socket.close();
  assert.equal(at.live().length, 0);
  assert.equal(at.timersLeft(), 0);
  at.last().closed();
  at.socket.wake();
  await at.pass(10 * MINUTE);
  assert.equal(at.standings.at(-1), "off");
  assert.equal(at.sockets.length, 1);
  at.socket.start();
  await at.pass(100);
  assert.equal(at.standings.at(-1), "live");
});

test("closing while the ticket is on its way opens nothing", async () => {
  const at = stage();
  at.socket.start();
  at.socket.close();
  await at.pass(MINUTE);
  assert.equal(at.sockets.length, 0);
});
