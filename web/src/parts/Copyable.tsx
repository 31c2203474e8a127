import { useSignal } from "@preact/signals";
import { Check, Copy } from "lucide";
import { announce } from "../state/notices.ts";
import { GlyphButton } from "./Button.tsx";

/** A text to take along. `what` names it for whoever hears the button. */
export function Copyable({ text, what }: { text: string; what: string }) {
  const copied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    copied.value = true;
    announce(`Copied: ${what}`);
    setTimeout(() => {
      copied.value = false;
    }, 2000);
  };
  return (
    <div class="copyable">
      <code dir="ltr">{text}</code>
      <GlyphButton icon={copied.value ? Check : Copy} label={`Copy ${what}`} onClick={copy} />
    </div>
  );
}
