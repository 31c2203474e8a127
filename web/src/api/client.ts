/** One request to the owner's API, and what can come of it. */

import type { Problem } from "./types.ts";

/** The API answered, and said no. */
export class Refused extends Error {
  readonly problem: Problem;
  readonly status: number;

  constructor(status: number, problem: Problem) {
    super(problem.detail);
    this.status = status;
    this.problem = problem;
  }

  get code(): string {
    return this.problem.code;
  }
}

/** No answer came, or one that may be asked for again: nothing is known of what was done. */
export class NotReached extends Error {
  /** How long the service asks to be left alone, in seconds. */
  readonly after: number;

  constructor(after = 0) {
    super("The service could not be reached. It is tried again by itself.");
    this.after = after;
  }
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

export type Asked = {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  /** What the write was made from; `"*"` takes whatever is there. */
  version?: number | "*";
  /** Names the write: the same one again does no harm. */
  writeId?: string;
  signal?: AbortSignal;
  /** Let the request outlive the page. */
  keepalive?: boolean;
};

export type Tokens = {
  /** The bearer token to send; undefined where a cookie says who asks, or where nobody is signed in. */
  current(): Promise<string | undefined>;
  /** This token was refused: it is not to be sent again. Answers whether another one may be had. */
  isStale(token: string): boolean;
  /** Nobody is signed in any more. */
  refused(): void;
};

/** For a service that knows its owner by a cookie, which the browser sends by itself. */
export function byCookie(refused: () => void = () => undefined): Tokens {
  return { current: async () => undefined, isStale: () => false, refused };
}

let authorize: (given: Tokens) => void;
/** What is asked before it is known how people sign in here waits: without its token it would be refused. */
const authorized = new Promise<Tokens>(resolve => {
  authorize = resolve;
});

/** Say once how people sign in here: requests go out from then on. */
export function authorizeWith(given: Tokens): void {
  authorize(given);
}

let told: (at: Date) => void = () => undefined;

/** Each answer tells when it was written, by the service's clock, to the second. */
export function whenTold(given: (at: Date) => void): void {
  told = given;
}

const ANSWER_MILLISECONDS = 30_000;

/** Raises Refused or NotReached. A 204 answers undefined. */
export async function ask<T>(method: Method, path: string, asked: Asked = {}): Promise<T> {
  const tokens = await authorized;
  const token = await tokens.current();
  let answer = await fetched(method, path, asked, token);
  if (answer.status === 401 && token !== undefined && tokens.isStale(token)) {
    answer = await fetched(method, path, asked, await tokens.current());
  }
  if (answer.status === 204) return undefined as T;
  let value: unknown;
  try {
    value = await answer.json();
  } catch {
    throw new NotReached();
  }
  if (answer.ok) return value as T;
  if (answer.status === 401) tokens.refused();
  if (answer.status === 429 || answer.status >= 500) throw new NotReached(secondsIn(answer.headers));
  throw new Refused(answer.status, value as Problem);
}

async function fetched(
  method: Method,
  path: string,
  asked: Asked,
  token: string | undefined,
): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token !== undefined) headers.Authorization = `Bearer ${token}`;
  if (asked.body !== undefined) headers["Content-Type"] = "application/json";
  if (asked.version !== undefined) headers["If-Match"] = asked.version === "*" ? "*" : `"${asked.version}"`;
  if (asked.writeId !== undefined) headers["Write-Id"] = asked.writeId;
  const timeout = AbortSignal.timeout(ANSWER_MILLISECONDS);
  try {
    const answer = await fetch(withQuery(path, asked.query), {
      method,
      headers,
      body: asked.body === undefined ? null : JSON.stringify(asked.body),
      signal: asked.signal ? AbortSignal.any([asked.signal, timeout]) : timeout,
      keepalive: asked.keepalive ?? false,
      credentials: "same-origin",
      cache: "no-store",
    });
    const date = answer.headers.get("Date");
    if (date !== null) told(new Date(date));
    return answer;
  } catch (failure) {
    if (asked.signal?.aborted) throw failure;
    throw new NotReached();
  }
}

function withQuery(path: string, query: Asked["query"]): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return path;
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

function secondsIn(headers: Headers): number {
  const seconds = Number(headers.get("Retry-After"));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 300) : 0;
}
