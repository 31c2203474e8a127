import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { List } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Field } from "../../parts/Field.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { bringIn, type Progress } from "../../state/importing.ts";
import { readMissed } from "../../state/loading.ts";
import { holdReload } from "../../state/new-version.ts";
import { announce } from "../../state/notices.ts";
import { ImportOffer } from "./ImportOffer.tsx";
import { ImportProgress } from "./ImportProgress.tsx";
import { Refusals } from "./Refusals.tsx";
import { type Understood, understood } from "./understood.ts";
import { counted } from "./words.ts";

/** Todos out of a file into this list. */
export function Importing({ list }: { list: List }) {
  const file = useSignal<Understood | { wrong: string } | "reading" | undefined>(undefined);
  const progress = useSignal<Progress | undefined>(undefined);
  const isThrough = useSignal(false);
  const result = useRef<HTMLParagraphElement>(null);
  const work = useWork();
  const choose = async (event: Event & { currentTarget: HTMLInputElement }) => {
    const chosen = event.currentTarget.files?.[0];
    progress.value = undefined;
    isThrough.value = false;
    file.value = chosen && "reading";
    if (chosen === undefined) return;
    const read = await understood(chosen);
    file.value = read;
    announce("wrong" in read ? read.wrong : `${counted(read.todos.length, "todo")} understood`);
  };
  const send = (read: Understood) =>
    work.once(async () => {
      await bringIn(list.id, read.source, read.todos, told => (progress.value = told));
      isThrough.value = true;
      announce(`${counted(progress.value?.imported ?? 0, "todo")} imported`);
      requestAnimationFrame(() => result.current?.focus());
      void readMissed();
    });
  const isSending = work.busy.value;
  useEffect(() => (isSending ? holdReload() : undefined), [isSending]);
  const read = file.value;
  const isKnown = read !== undefined && read !== "reading" && !("wrong" in read);
  return (
    <div class="stack">
      <Field
        label="File to import"
        hint="An export of this product, or a CSV file from TickTick or Todoist. You see what was understood before anything is stored. What is in the list already is added once more."
        error={read !== undefined && read !== "reading" && "wrong" in read ? read.wrong : undefined}
      >
        {said => (
          <input
            type="file"
            class="input"
            accept=".json,.csv,application/json,text/csv"
            {...said}
            disabled={work.busy.value}
            onChange={choose}
          />
        )}
      </Field>
      {read === "reading" && <p>The file is being read…</p>}
      {isKnown && !isThrough.value && (
        <ImportOffer of={read} isBusy={work.busy.value} onImport={() => send(read)} />
      )}
      {progress.value && !isThrough.value && (
        <ImportProgress progress={progress.value} total={isKnown ? read.todos.length : 0} />
      )}
      <Trouble of={work} />
      {isKnown && isThrough.value && progress.value && (
        <>
          <p ref={result} tabIndex={-1}>
            {counted(progress.value.imported, "todo")} imported.
          </p>
          <Refusals
            title={`${progress.value.refused.length.toLocaleString()} of the ${counted(read.todos.length, "todo")} understood not imported`}
            refused={progress.value.refused.map(each => ({
              row: `Todo ${(each.place + 1).toLocaleString()} ${titleOf(read.todos[each.place])}`,
              reason: each.reason,
            }))}
          />
        </>
      )}
    </div>
  );
}

function titleOf(todo: object | undefined): string {
  const title = todo && "title" in todo ? todo.title : undefined;
  return typeof title === "string" ? title : "";
}
