import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import type { ApiKey } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Confirm } from "../../parts/Confirm.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { unlessGone } from "../../state/answered.ts";
import { notify } from "../../state/notices.ts";
import { KeyTable } from "./KeyTable.tsx";
import { Section } from "./Section.tsx";

/** The owner's API keys; each can be revoked. */
export function Keys() {
  const keys = useLoaded(calls.readKeys);
  const revoking = useSignal<ApiKey | undefined>(undefined);
  const work = useWork();
  const shown = keys.value.value;
  const revoke = (key: ApiKey) => {
    revoking.value = undefined;
    void work.once(async () => {
      await calls.revokeKey(key.id).catch(unlessGone);
      keys.put((keys.value.peek() ?? []).filter(each => each.id !== key.id));
      notify({ text: `Revoked the key “${key.name}”` });
      document.getElementById("make-a-key")?.focus();
    });
  };
  return (
    <Section
      title="API keys"
      lead="Each lets agents work on your follow-ups. The key itself is shown only when it is made."
    >
      {shown === undefined && keys.busy.value && <Loading what="Your keys are being read" />}
      <Trouble of={keys} onAgain={keys.again} />
      <Trouble of={work} />
      {shown?.length === 0 && <p>You have no keys yet.</p>}
      {shown !== undefined && shown.length > 0 && (
        <KeyTable keys={shown} onRevoke={key => (revoking.value = key)} />
      )}
      <div class="row-of">
        <a class="button" id="make-a-key" href="/connect">
          Make a key
        </a>
      </div>
      {revoking.value && (
        <Revoking of={revoking.value} onRevoke={revoke} onClose={() => (revoking.value = undefined)} />
      )}
    </Section>
  );
}

type RevokingProps = { of: ApiKey; onRevoke: (key: ApiKey) => void; onClose: () => void };

function Revoking({ of, onRevoke, onClose }: RevokingProps) {
  return (
    <Confirm title="Revoke this key?" verb="Revoke" onConfirm={() => onRevoke(of)} onClose={onClose}>
      <p>
        Whatever uses <strong dir="auto">{of.name}</strong> (<code>{of.prefix}…</code>) is refused from then
        on. A revoked key does not come back; you can make a new one.
      </p>
    </Confirm>
  );
}
