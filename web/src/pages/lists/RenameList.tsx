import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import type { List } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { TextField } from "../../parts/Field.tsx";
import { takeList } from "../../state/account.ts";
import { staleAt } from "../../state/lists.ts";
import { announce } from "../../state/notices.ts";

/** A list's name in a box. A name that somebody gave it meanwhile is shown before it is written over. */
export function RenameList({ list, onClose }: { list: List; onClose: () => void }) {
  const id = useId();
  const name = useSignal(list.name);
  const made = useSignal(list);
  const meanwhile = useSignal<string | undefined>(undefined);
  const work = useWork();
  useEffect(() => {
    (document.getElementById(id) as HTMLInputElement | null)?.select();
  }, []);
  const save = (event: Event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    if (wanted === made.value.name || wanted === "") {
      onClose();
      return;
    }
    void work.once(async () => {
      try {
        takeList(await calls.editList(made.value, { name: wanted }));
      } catch (failure) {
        const current = staleAt(failure);
        if (current === undefined) throw failure;
        takeList(current);
        if (current.name !== wanted) {
          const isRenamed = current.name !== made.value.name;
          made.value = current;
          meanwhile.value = isRenamed
            ? `It was renamed to “${current.name}” meanwhile. Save again to call it “${wanted}”.`
            : "It was changed meanwhile. Save again to rename it.";
          return;
        }
      }
      announce(`Renamed to ${wanted}`);
      onClose();
    });
  };
  return (
    <form
      class="inline-form rename"
      onSubmit={save}
      onKeyDown={event => {
        if (event.key === "Escape") onClose();
      }}
    >
      <TextField
        label="Name"
        id={id}
        value={name.value}
        onType={text => (name.value = text)}
        error={work.trouble.value ?? meanwhile.value}
      />
      <Button look="main" type="submit" aria-disabled={work.busy.value}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </form>
  );
}
