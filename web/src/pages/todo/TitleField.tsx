import { useEffect, useRef } from "preact/hooks";
import type { Editing } from "../../state/editing.ts";

/** The title: one line of text, however long, that grows downwards. */
export function TitleField({ editing }: { editing: Editing }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const title = editing.texts.title.value;
  useEffect(() => {
    const area = field.current;
    if (area === null) return;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
  }, [title]);
  return (
    <textarea
      ref={field}
      class="title-field"
      aria-label="Title"
      aria-invalid={title.trim() === ""}
      rows={1}
      maxLength={1000}
      dir="auto"
      value={title}
      onInput={event => editing.write("title", event.currentTarget.value.replaceAll(/[\r\n]+/g, " "))}
      onKeyDown={event => {
        if (event.key !== "Enter" || event.isComposing || event.keyCode === 229) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}
