import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { MadeKey } from "../../api/types.ts";
import { Loading } from "../../parts/Loading.tsx";
import { currentList, lists, listsAreFresh } from "../../state/account.ts";
import { connecting, connectWith, recallConnecting } from "../../state/connecting.ts";
import { holdReload } from "../../state/new-version.ts";
import { announce } from "../../state/notices.ts";
import "../../styles/page.css";
import "../../styles/connect.css";
import { FirstCall } from "./FirstCall.tsx";
import { Made } from "./Made.tsx";
import { NewKey } from "./NewKey.tsx";
import { Step } from "./Step.tsx";
import { TellAgent } from "./TellAgent.tsx";

/** A key, what to paste with it, and whether it works. */
export default function ConnectPage() {
  const secret = useSignal<string | undefined>(undefined);
  const recalled = useSignal(false);
  useEffect(() => {
    void recallConnecting().finally(() => (recalled.value = true));
  }, []);
  useEffect(() => (secret.value === undefined ? undefined : holdReload()), [secret.value]);
  const made = connecting.value;
  const take = (key: MadeKey, listId: string) => {
    secret.value = key.secret;
    connectWith(key, listId);
    announce("The key is made. Copy it, or what to paste with it, in step 2.");
    document.getElementById("step-2")?.focus();
  };
  const list = currentList.value;
  return (
    <div class="page connect">
      <div class="page-head">
        <h1 id="page-title" tabIndex={-1}>
          Connect an agent
        </h1>
        <p class="quiet">Agents write down what they leave undone, and a later session works through it.</p>
      </div>
      {list === undefined && !listsAreFresh.value && <Loading lines={4} what="Your lists are being read" />}
      {list === undefined && listsAreFresh.value && (
        <p>
          An agent needs a list to write to. <a href="/lists">Add a list</a> first.
        </p>
      )}
      {list !== undefined && recalled.value && (
        <>
          <Step number={1} title="Make a key">
            {secret.value === undefined ? (
              <NewKey lists={lists.value} listId={list.id} onMade={take} />
            ) : (
              <Made
                name={made?.name ?? ""}
                secret={secret.value}
                onAnother={() => (secret.value = undefined)}
              />
            )}
          </Step>
          <Step number={2} title="Tell the agent">
            <TellAgent made={made} listId={made?.listId ?? list.id} secret={secret.value} />
          </Step>
          <Step number={3} title="See it arrive">
            {made === undefined ? (
              <p class="quiet">Once there is a key, this waits for the first call with it.</p>
            ) : (
              <FirstCall key={made.keyId} keyId={made.keyId} name={made.name} />
            )}
          </Step>
        </>
      )}
    </div>
  );
}
