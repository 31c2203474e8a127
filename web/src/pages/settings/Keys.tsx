import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import { Refused } from "../../api/client.ts";
import type { ApiKey } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { When } from "../../parts/When.tsx";
import { lists } from "../../state/account.ts";
import { notify } from "../../state/notices.ts";
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

function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <table class="key-table">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">May</th>
          <th scope="col">List</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">
            <span class="unseen">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <tr key={key.id}>
            <th scope="row">
              <span dir="auto">{key.name}</span> <code>{key.prefix}…</code>
            </th>
            <td data-label="May">{MAY[key.role]}</td>
            <td data-label="List" dir="auto">
              {listName(key.list_id)}
            </td>
            <td data-label="Created">
              <When at={key.created_at} />
            </td>
            <td data-label="Last used">
              {key.last_used_at ? <When at={key.last_used_at} style="hour" /> : "never"}
            </td>
            <td data-label="Expires">
              {key.expires_at ? <When at={key.expires_at} style="hour" /> : "never"}
            </td>
            <td>
              <Button look="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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

const MAY: Record<ApiKey["role"], string> = {
  reader: "read",
  agent: "work on follow-ups",
  coordinator: "work, and accept plans",
};

function listName(listId: string | undefined): string {
  if (listId === undefined) return "all of them";
  return lists.value.find(each => each.id === listId)?.name ?? "a deleted list";
}

/** Somebody revoked it already: then it is as it should be. */
function unlessGone(failure: unknown): void {
  if (!(failure instanceof Refused) || failure.status !== 404) throw failure;
}
