/** What the connection does to the world: sockets, timers, time and chance. Another one stands in for it in tests. */

export type Wire = { send(text: string): void; close(): void };
export type Ends = { opened(): void; came(data: unknown): void; closed(): void };

/** All times are milliseconds. */
export type World = {
  open(address: string, ends: Ends): Wire;
  later(call: () => void, milliseconds: number): unknown;
  cancel(timer: unknown): void;
  /** By a clock that goes on while the machine sleeps. */
  now(): number;
  /** 0..1 */
  random(): number;
};

export const BROWSER: World = {
  open(address, { opened, came, closed }) {
    const socket = new WebSocket(address);
    socket.onopen = opened;
    socket.onmessage = event => came(event.data);
    socket.onclose = closed;
    return socket;
  },
  later: (call, milliseconds) => setTimeout(call, milliseconds),
  cancel: timer => clearTimeout(timer as number),
  now: () => Date.now(),
  random: () => Math.random(),
};

/** Timers by name: setting one again replaces it. */
export function namedTimers<Name extends string>(world: World) {
  const running = new Map<Name, unknown>();

  function stop(...names: Name[]): void {
    for (const name of names) {
      if (running.has(name)) world.cancel(running.get(name));
      running.delete(name);
    }
  }

  function after(milliseconds: number, name: Name, call: () => void): void {
    stop(name);
    const run = () => {
      running.delete(name);
      call();
    };
    running.set(name, world.later(run, milliseconds));
  }

  return { after, stop, isRunning: (name: Name) => running.has(name) };
}
