import { useSignal } from "@preact/signals";
import { Download } from "lucide";
import { useEffect, useRef } from "preact/hooks";
import type { List } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { timeZone } from "../../state/account.ts";
import { type ExportProgress, exported, fileName } from "../../state/exporting.ts";
import { announce } from "../../state/notices.ts";
import { counted } from "./words.ts";

/** The whole list as a file. */
export function Exporting({ list }: { list: List }) {
  const work = useWork();
  const progress = useSignal<ExportProgress | undefined>(undefined);
  const saved = useSignal<string | undefined>(undefined);
  const leaving = useRef(new AbortController());
  useEffect(() => () => leaving.current.abort(), []);
  const save = () =>
    work.once(async () => {
      saved.value = undefined;
      try {
        const file = await exported(list.id, told => (progress.value = told), leaving.current.signal);
        const name = fileName(list.name, new Date(), timeZone.value);
        download(file, name);
        saved.value = `Saved ${counted(progress.value?.todos ?? 0, "todo")} as ${name}.`;
        announce(saved.value);
      } catch (failure) {
        if (!leaving.current.signal.aborted) throw failure;
      } finally {
        progress.value = undefined;
      }
    });
  return (
    <div class="stack">
      <div class="row-of">
        <Button icon={Download} aria-disabled={work.busy.value} onClick={save}>
          Save as a file
        </Button>
        <span>
          {progress.value && `${counted(progress.value.todos, "todo")} so far…`}
          {saved.value}
        </span>
      </div>
      {progress.value?.waiting && <p>The service cannot be reached. It is tried again by itself.</p>}
      <Trouble of={work} />
    </div>
  );
}

const KEPT_MILLISECONDS = 60_000;

function download(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser may still be asking where to put it.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MILLISECONDS);
}
