import { useSignal } from "@preact/signals";
import { Pencil, Trash2 } from "lucide";
import { useRef } from "preact/hooks";
import type { List } from "../../api/types.ts";
import { GlyphButton } from "../../parts/Button.tsx";
import { addressOf } from "../../state/route.ts";
import { RenameList } from "./RenameList.tsx";

/** One list, and what can be done with it. */
export function ListLine({ list, onDelete }: { list: List; onDelete: () => void }) {
  const isRenaming = useSignal(false);
  const line = useRef<HTMLLIElement>(null);
  const close = () => {
    isRenaming.value = false;
    // The button is there again once the line is drawn.
    requestAnimationFrame(() => line.current?.querySelector("button")?.focus());
  };
  return (
    <li ref={line}>
      {isRenaming.value ? (
        <RenameList list={list} onClose={close} />
      ) : (
        <>
          <a class="main-part list-name" href={addressOf({ page: "list", listId: list.id })}>
            <span dir="auto">{list.name}</span>
          </a>
          <span class="row-of">
            <GlyphButton
              icon={Pencil}
              label={`Rename ${list.name}`}
              onClick={() => (isRenaming.value = true)}
            />
            <GlyphButton icon={Trash2} label={`Delete ${list.name}`} onClick={onDelete} />
          </span>
        </>
      )}
    </li>
  );
}
