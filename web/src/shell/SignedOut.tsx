import { LogIn } from "lucide";
import { Button } from "../parts/Button.tsx";
import { Copyable } from "../parts/Copyable.tsx";
import { signIn, signInRefused, way } from "../signing-in/index.ts";
import { Mark } from "./Mark.tsx";

/** The page for whoever is not signed in on this browser. */
export function SignedOut() {
  return (
    <main class="signed-out" id="main">
      <div class="card">
        <p class="brand">
          <Mark />
          Follow-ups
        </p>
        <h1 id="page-title" tabIndex={-1}>
          Sign in
        </h1>
        {signInRefused.value && (
          <p class="banner danger" role="alert">
            {signInRefused}
          </p>
        )}
        {way.value === "local" ? <ByLink /> : <ByLogin />}
      </div>
    </main>
  );
}

function ByLogin() {
  return (
    <>
      <p>Your list, and everything your agents left for later, is behind this.</p>
      <Button look="main" icon={LogIn} onClick={() => void signIn()}>
        Sign in
      </Button>
    </>
  );
}

function ByLink() {
  return (
    <>
      <p>
        This browser is not signed in. Open the sign-in link that the server printed when it started, or get a
        new one in a terminal:
      </p>
      <Copyable what="the command" text=".venv/bin/python -m local login" />
      <p class="quiet small">From the folder of the checkout. A link works once.</p>
    </>
  );
}
