import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

type SheetProps = {
  /** The id of the heading that names it. */
  labelledBy: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
};

/** A modal dialog: the browser keeps the focus in it, and gives it back. Escape and a press beside it close it. */
export function Sheet({ labelledBy, class: name = "", onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // Before whatever measures itself in it.
  useLayoutEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`sheet ${name}`}
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
    </dialog>
  );
}
