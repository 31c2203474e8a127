import { useSignal } from "@preact/signals";
import { Check, Copy } from "lucide";
import { announce } from "../state/notices.ts";
import { GlyphButton } from "./Button.tsx";
import { copied } from "./copying.ts";

/** A text to take along. `what` names it for whoever hears the button. */
export function Copyable({ text, what }: { text: string; what: string }) {
  const isCopied = useSignal(false);
  const copy = async () => {
    if (!(await copied(text))) {
      announce("The browser does not let it be copied. Select the text instead.");
      return;
    }
    isCopied.value = true;
    announce(`Copied: ${what}`);
    setTimeout(() => {
      isCopied.value = false;
    }, 2000);
  };
  return (
    <div class="copyable">
      <code dir="ltr">{text}</code>
      <GlyphButton icon={isCopied.value ? Check : Copy} label={`Copy ${what}`} onClick={copy} />
    </div>
  );
}
