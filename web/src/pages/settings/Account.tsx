import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import { Refused } from "../../api/client.ts";
import type { Settings } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { TextField } from "../../parts/Field.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { signOut, unsentCount } from "../../signing-in/index.ts";
import { lists, settings, takeSettings } from "../../state/account.ts";
import { Section } from "./Section.tsx";
import { counted } from "./words.ts";

const WORD = "DELETE";

/** Leaving: for now, or for good. */
export function Account() {
  const asked = useSignal<"sign out" | "delete" | undefined>(undefined);
  const leaving = useWork();
  const deleting = useWork();
  const close = () => (asked.value = undefined);
  const leave = () => {
    close();
    void leaving.once(signOut);
  };
  const ask = () => {
    if (unsentCount() > 0) asked.value = "sign out";
    else leave();
  };
  const remove = () => {
    close();
    void deleting.once(async () => {
      await deleteAccount();
      await signOut();
    });
  };
  return (
    <>
      <Section title="Sign out" lead="Nothing of yours stays on this device.">
        <div class="row-of">
          <Button onClick={ask}>Sign out</Button>
        </div>
        <Trouble of={leaving} />
      </Section>
      <Section
        title="Delete the account"
        class="danger"
        lead="Every list with all its todos, every API key and every calendar feed. Nothing of it can be brought back."
      >
        <div class="row-of">
          <Button look="danger" onClick={() => (asked.value = "delete")}>
            Delete the account…
          </Button>
        </div>
        <Trouble of={deleting} />
      </Section>
      {asked.value === "sign out" && (
        <Confirm title="Sign out now?" verb="Sign out and lose them" onConfirm={leave} onClose={close}>
          <p>
            {counted(unsentCount(), "change")} could not be sent yet and would be lost. They are sent when the
            service can be reached again.
          </p>
        </Confirm>
      )}
      {asked.value === "delete" && <Deleting onDelete={remove} onClose={close} />}
    </>
  );
}

function Deleting({ onDelete, onClose }: { onDelete: () => void; onClose: () => void }) {
  const typed = useSignal("");
  return (
    <Confirm
      title="Delete the account?"
      verb="Delete everything"
      isReady={typed.value.trim() === WORD}
      onConfirm={onDelete}
      onClose={onClose}
    >
      <p>This goes at once, for good:</p>
      <ul class="what-goes">
        {lists.value.map(list => (
          <li key={list.id}>
            the list <strong dir="auto">{list.name}</strong> with all its todos
          </li>
        ))}
        <li>every API key: agents that use one are refused</li>
        <li>every calendar feed</li>
        <li>your settings</li>
      </ul>
      <TextField label={`Type ${WORD} to go on`} value={typed.value} onType={text => (typed.value = text)} />
    </Confirm>
  );
}

const TRIES = 3;

/** Delete it, at whatever version the settings are. An account that is gone already is as it should be. */
async function deleteAccount(): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await calls.deleteAccount((settings.value ?? (await calls.readSettings())).version);
      return;
    } catch (failure) {
      if (!(failure instanceof Refused)) throw failure;
      if (failure.status === 401) return;
      if (failure.status !== 412 || attempt === TRIES) throw failure;
      takeSettings(failure.problem.current as Settings);
    }
  }
}
