import { useSignal } from "@preact/signals";
import { CircleCheck } from "lucide";
import { useEffect } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import { NotReached, Refused } from "../../api/client.ts";
import { Icon } from "../../parts/Icon.tsx";
import { When } from "../../parts/When.tsx";
import { announce } from "../../state/notices.ts";

const EVERY_MILLISECONDS = 2_000;

type Standing =
  | { is: "waiting"; words?: string }
  | { is: "just now" }
  | { is: "before"; at: string }
  | { is: "revoked" };

/** Looks every two seconds, while somebody can see it, whether the key was used. */
export function FirstCall({ keyId, name }: { keyId: string; name: string }) {
  const standing = useSignal<Standing>({ is: "waiting" });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    let wasUnused = false;
    const look = async () => {
      if (document.visibilityState === "visible") {
        const found = await asked(keyId, wasUnused);
        if (isLeft) return;
        wasUnused ||= found.is === "waiting" && found.words === undefined;
        standing.value = found;
        if (found.is === "just now") announce("Connected: the first call arrived just now.");
        if (found.is !== "waiting") return;
      }
      timer = setTimeout(look, EVERY_MILLISECONDS);
    };
    void look();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, []);
  const now = standing.value;
  if (now.is === "waiting") {
    return (
      <p class="first-call">
        <span class="pulse" aria-hidden="true" />
        <span>
          Waiting for the first call with the key <strong dir="auto">{name}</strong>… {now.words}
        </span>
      </p>
    );
  }
  if (now.is === "revoked") {
    return (
      <p>
        The key <strong dir="auto">{name}</strong> was revoked. Make a new one in step 1.
      </p>
    );
  }
  return (
    <p class="first-call arrived">
      <Icon of={CircleCheck} />
      <span>
        {now.is === "just now" ? (
          "Connected: the first call arrived just now."
        ) : (
          <>
            Connected: the key <strong dir="auto">{name}</strong> was last used{" "}
            <When at={now.at} style="hour" />.
          </>
        )}
      </span>
    </p>
  );
}

/** How the key stands; `wasUnused` where it was seen before its first call. */
async function asked(keyId: string, wasUnused: boolean): Promise<Standing> {
  try {
    const key = (await calls.readKeys()).find(each => each.id === keyId);
    if (key === undefined) return { is: "revoked" };
    if (key.last_used_at === undefined) return { is: "waiting" };
    return wasUnused ? { is: "just now" } : { is: "before", at: key.last_used_at };
  } catch (failure) {
    if (failure instanceof NotReached) {
      return { is: "waiting", words: "The service cannot be reached. It is tried again by itself." };
    }
    if (failure instanceof Refused) return { is: "waiting", words: failure.problem.detail };
    throw failure;
  }
}
