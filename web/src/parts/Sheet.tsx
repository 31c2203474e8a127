import { computed, signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { NoticeBar } from "./NoticeBar.tsx";

type SheetProps = {
  /** The id of the heading that names it. */
  labelledBy: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
};

/** The dialogs that are open. What is outside of the last one can be neither pressed nor heard, notices included. */
const sheets = signal<readonly symbol[]>([]);
export const top = computed(() => sheets.value.at(-1));

/** A modal dialog: the browser keeps the focus in it, and gives it back. Escape and a press beside it close it. */
export function Sheet({ labelledBy, class: name = "", onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const mine = useRef(Symbol("sheet"));
  // Before whatever measures itself in it.
  useLayoutEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    sheets.value = [...sheets.value, mine.current];
    // What is pressed may go away by that: the keyboard then stays in the dialog.
    const watching = new MutationObserver(() => {
      if (document.activeElement === document.body && top.peek() === mine.current) opened?.focus();
    });
    if (opened) watching.observe(opened, { childList: true, subtree: true });
    return () => {
      watching.disconnect();
      sheets.value = sheets.value.filter(each => each !== mine.current);
      opened?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet ${name}`}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={event => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {children}
      {top.value === mine.current && <NoticeBar />}
    </dialog>
  );
}
