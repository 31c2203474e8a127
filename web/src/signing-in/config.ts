/** How this deployment signs people in, as its /config.json says. */

import { keep, kept } from "../store/kept.ts";

export type Config =
  | { sign_in: "local"; sign_out_url: string }
  | {
      sign_in: "cognito";
      authorize_url: string;
      token_url: string;
      revoke_url: string;
      logout_url: string;
      client_id: string;
      scope: string;
    };

let known: Config | undefined;

/** From the service, else as it was when this device was last here. Raises TypeError when neither is there. */
export async function config(): Promise<Config> {
  if (known !== undefined) return known;
  try {
    const answer = await fetch("/config.json", { cache: "no-cache" });
    if (!answer.ok) throw new TypeError(`config.json answered ${answer.status}`);
    known = (await answer.json()) as Config;
    void keep("config", known);
  } catch (failure) {
    known = await kept<Config>("config");
    if (known === undefined) throw failure;
  }
  return known;
}
