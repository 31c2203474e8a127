import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import type { List, MadeKey } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { SelectField, TextField } from "../../parts/Field.tsx";
import { Segmented } from "../../parts/Segmented.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { newName } from "../../rules/names.ts";

type NewKeyProps = {
  lists: readonly List[];
  /** The list that is offered first. */
  listId: string;
  onMade: (key: MadeKey, listId: string) => void;
};

const ROLES = [
  { value: "agent", text: "Work on follow-ups" },
  { value: "reader", text: "Read only" },
] as const;

type Role = (typeof ROLES)[number]["value"];

/** Makes a key for one list. */
export function NewKey({ lists, listId, onMade }: NewKeyProps) {
  const chosen = useSignal<string | undefined>(undefined);
  // Which list the page is about may be known only after this is shown.
  const wanted = chosen.value ?? listId;
  const name = useSignal("Claude Code");
  const role = useSignal<Role>("agent");
  const work = useWork();
  const make = (event: Event) => {
    event.preventDefault();
    const writeId = newName();
    const body = { name: name.value.trim(), role: role.value, list_id: wanted };
    void work.once(async () => onMade(await calls.createKey(body, writeId), body.list_id));
  };
  return (
    <form class="new-key" onSubmit={make}>
      {lists.length > 1 && (
        <SelectField
          label="List"
          hint="The key reaches this list and no other."
          value={wanted}
          options={lists.map(each => ({ value: each.id, text: each.name }))}
          onChoose={value => (chosen.value = value)}
        />
      )}
      <TextField
        label="Name"
        hint="What you know it by when you look through your keys. Give each agent and machine its own."
        required
        value={name.value}
        onType={text => (name.value = text)}
      />
      <details>
        <summary>More</summary>
        <Segmented
          label="The agent may"
          value={role.value}
          options={ROLES}
          onChoose={value => (role.value = value)}
        />
      </details>
      <Trouble of={work} />
      <div class="row-of">
        <Button look="main" type="submit" aria-disabled={work.busy.value}>
          Make a key
        </Button>
      </div>
    </form>
  );
}
