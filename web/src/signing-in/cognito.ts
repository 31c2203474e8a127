/** Signing in through the login pages of the stack: authorization code with PKCE (RFC 6749 4.1, RFC 7636). */

import { drop, keep, kept, SIGN_IN } from "../store/kept.ts";
import type { Config } from "./config.ts";
import { challenge, type Pending, secret } from "./pkce.ts";

type Cognito = Config & { sign_in: "cognito" };
type Answer = { access_token: string; refresh_token?: string; expires_in: number };

const PENDING = "follow-ups sign-in";
/** A token is renewed this long before it ends, in seconds. */
const EARLY_SECONDS = 60;

let access: { token: string; until: number } | undefined;
let renewing: Promise<string | undefined> | undefined;

const redirect = () => `${location.origin}/`;

/** Leave for the login page. */
export async function leaveToSignIn(config: Cognito): Promise<void> {
  const pending: Pending = { state: secret(), verifier: secret(), address: location.pathname };
  sessionStorage.setItem(PENDING, JSON.stringify(pending));
  const query = new URLSearchParams({
    response_type: "code",
    client_id: config.client_id,
    redirect_uri: redirect(),
    scope: config.scope,
    state: pending.state,
    code_challenge: await challenge(pending.verifier),
    code_challenge_method: "S256",
  });
  location.assign(`${config.authorize_url}?${query}`);
}

/** Back from the login page: redeem the code. Answers where the owner was going, or why it did not work. */
export async function comeBack(
  config: Cognito,
): Promise<{ address: string } | { refused: string } | undefined> {
  const query = new URLSearchParams(location.search);
  if (!query.has("code") && !query.has("error")) return undefined;
  const pending = JSON.parse(sessionStorage.getItem(PENDING) ?? "null") as Pending | null;
  sessionStorage.removeItem(PENDING);
  history.replaceState(null, "", location.pathname);
  // Not what this tab asked for: somebody may want the owner in another's account, or to read words of theirs here.
  if (pending === null || query.get("state") !== pending.state) {
    return { refused: "That sign-in was not begun here. Try it again." };
  }
  const code = query.get("code");
  if (code === null) return { refused: query.get("error_description") ?? "The login page sent you back." };
  const answer = await token(config, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirect(),
    code_verifier: pending.verifier,
  }).catch(() => "not reached" as const);
  if (answer === "not reached") return { refused: "The sign-in service could not be reached. Try it again." };
  if (answer === undefined) return { refused: "The sign-in took too long. Try it again." };
  return { address: pending.address };
}

/** The access token, renewed when it nears its end; undefined when nobody is signed in. */
export async function accessToken(config: Cognito): Promise<string | undefined> {
  if (access !== undefined && Date.now() < access.until) return access.token;
  renewing ??= renew(config).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

/** Forget the access token: this one if it is still the one that is held, or whichever it is. */
export function forgetAccess(token?: string): void {
  if (token === undefined || access?.token === token) access = undefined;
}

async function renew(config: Cognito): Promise<string | undefined> {
  const refresh = await kept<string>(SIGN_IN);
  if (refresh === undefined) return undefined;
  const answer = await token(config, { grant_type: "refresh_token", refresh_token: refresh });
  if (answer === undefined) await drop(SIGN_IN);
  return answer?.access_token;
}

/** Undefined when the login service says no. Raises TypeError when it cannot be reached. */
async function token(config: Cognito, form: Record<string, string>): Promise<Answer | undefined> {
  const body = new URLSearchParams({ ...form, client_id: config.client_id });
  const answer = await fetch(config.token_url, { method: "POST", body, credentials: "omit" });
  if (answer.status >= 500 || answer.status === 429) throw new TypeError("the login service does not answer");
  if (!answer.ok) return undefined;
  const given = (await answer.json()) as Answer;
  access = { token: given.access_token, until: Date.now() + (given.expires_in - EARLY_SECONDS) * 1000 };
  if (given.refresh_token !== undefined) await keep(SIGN_IN, given.refresh_token);
  return given;
}

/** End the sign-in everywhere it is kept, and leave through the login page. */
export async function leaveToSignOut(config: Cognito, forget: () => Promise<void>): Promise<void> {
  const refresh = await kept<string>(SIGN_IN);
  if (refresh !== undefined) {
    const body = new URLSearchParams({ token: refresh, client_id: config.client_id });
    await fetch(config.revoke_url, { method: "POST", body, credentials: "omit" }).catch(() => undefined);
  }
  forgetAccess();
  await forget();
  location.assign(
    `${config.logout_url}?${new URLSearchParams({ client_id: config.client_id, logout_uri: redirect() })}`,
  );
}
