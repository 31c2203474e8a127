import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import { Refused } from "../../api/client.ts";
import type { Settings } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { TextField } from "../../parts/Field.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { signOut, type Unsaved, unsaved } from "../../signing-in/index.ts";
import { lists, settings, takeSettings } from "../../state/account.ts";
import { Section } from "./Section.tsx";
import { counted } from "./words.ts";

const WORD = "DELETE";
const LOOK_MILLISECONDS = 500;
const NOTHING: Unsaved = { changes: 0, texts: 0 };

/** Leaving: for now, or for good. */
export function Account() {
  const asked = useSignal<"sign out" | "delete" | undefined>(undefined);
  const left = useSignal<Unsaved>(NOTHING);
  const leaving = useWork();
  const deleting = useWork();
  const close = () => (asked.value = undefined);
  const leave = () => {
    close();
    void leaving.once(signOut);
  };
  const ask = async () => {
    left.value = await unsaved();
    if (left.value.changes + left.value.texts > 0) asked.value = "sign out";
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
          <Button onClick={() => void ask()}>Sign out</Button>
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
        <Waiting left={left.value} onLook={found => (left.value = found)} onLeave={leave} onClose={close} />
      )}
      {asked.value === "delete" && <Deleting onDelete={remove} onClose={close} />}
    </>
  );
}

type WaitingProps = {
  left: Unsaved;
  onLook: (left: Unsaved) => void;
  onLeave: () => void;
  onClose: () => void;
};

/** Shown while something would be lost; once all changes are sent and no text is left over, it leaves by itself. */
function Waiting({ left, onLook, onLeave, onClose }: WaitingProps) {
  const nothing = left.changes + left.texts === 0;
  useEffect(() => {
    if (nothing) onLeave();
  }, [nothing]);
  useEffect(() => {
    const timer = setInterval(() => void unsaved().then(onLook), LOOK_MILLISECONDS);
    return () => clearInterval(timer);
  }, []);
  return (
    <Confirm title="Sign out now?" verb="Sign out anyway" onConfirm={onLeave} onClose={onClose}>
      {left.changes > 0 && (
        <p>
          {counted(left.changes, "change")} could not be sent yet and would be lost. Once everything is sent,
          you are signed out without another question.
        </p>
      )}
      {left.texts > 0 && (
        <p>
          {counted(left.texts, "text")} would be lost: being written and not saved, or changed elsewhere
          meanwhile. Look at your list, and save or choose first.
        </p>
      )}
    </Confirm>
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
