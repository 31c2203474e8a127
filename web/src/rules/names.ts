/** Names that nobody else gives: of writes, of pages, of todos that the service has not named yet. */

const BYTES = 16;

/** 128 random bits. Browsers have `crypto.randomUUID` on secure origins alone; a server of one's own network is none. */
export function newName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), byte =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
