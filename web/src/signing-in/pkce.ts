/** Proof key for code exchange (RFC 7636): whoever redeems the code is whoever asked for it. */

export type Pending = { state: string; verifier: string; address: string };

const BYTES = 32;

export function secret(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(BYTES)));
}

export async function challenge(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
