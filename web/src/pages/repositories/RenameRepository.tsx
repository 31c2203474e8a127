import { useSignal } from "@preact/signals";
import { useEffect, useId } from "preact/hooks";
import * as calls from "../../api/calls.ts";
import type { List } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { TextField } from "../../parts/Field.tsx";
import { announce, notify } from "../../state/notices.ts";

type RenameProps = { list: List; name: string; onRenamed: () => void; onClose: () => void };

/** Renames a repository over all its follow-ups; sent again until all of them are taken over. */
export function RenameRepository({ list, name, onRenamed, onClose }: RenameProps) {
  const id = useId();
  const typed = useSignal(name);
  const moved = useSignal(0);
  const work = useWork();
  useEffect(() => {
    (document.getElementById(id) as HTMLInputElement | null)?.select();
  }, []);
  const save = (event: Event) => {
    event.preventDefault();
    const wanted = typed.value.trim();
    if (wanted === "" || wanted === name) {
      onClose();
      return;
    }
    void work.once(async () => {
      let isFinished = false;
      while (!isFinished) {
        const said = await calls.renameRepository(list.id, name, wanted);
        isFinished = said.finished;
        moved.value += said.taken_over;
        if (!isFinished) announce(`${moved.value} follow-ups taken over so far`);
      }
      notify({ text: `Renamed ${name} to ${wanted}` });
      onClose();
      onRenamed();
    });
  };
  return (
    <form
      class="stack"
      onSubmit={save}
      onKeyDown={event => {
        if (event.key === "Escape") onClose();
      }}
    >
      <TextField
        label="New name"
        id={id}
        hint="All its follow-ups go with it. The old name goes on to match, so agents that still use it find them."
        value={typed.value}
        onType={text => (typed.value = text)}
        error={work.trouble.value}
      />
      {moved.value > 0 && <p>{moved.value.toLocaleString()} follow-ups taken over so far…</p>}
      <div class="row-of">
        <Button look="main" type="submit" aria-disabled={work.busy.value}>
          Rename
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
