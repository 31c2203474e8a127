import { X } from "lucide";
import { announced, dismissNotice, type Notice, notice } from "../state/notices.ts";
import { Button, GlyphButton } from "./Button.tsx";
import { useFocusBack } from "./useFocusBack.ts";

/** The one notice at the foot of the page, and what screen readers are told. */
export function NoticeBar() {
  const said = notice.value;
  return (
    <>
      <div class="unseen" role="status" aria-live="polite" aria-atomic="true">
        {announced}
      </div>
      {said !== undefined && <Shown said={said} />}
    </>
  );
}

function Shown({ said }: { said: Notice }) {
  const root = useFocusBack<HTMLElement>();
  return (
    <section ref={root} class="notice" aria-label="Notice">
      <span dir="auto">{said.text}</span>
      {said.action && (
        <Button
          onClick={() => {
            dismissNotice();
            said.action?.run();
          }}
        >
          {said.action.label}
        </Button>
      )}
      <GlyphButton icon={X} label="Dismiss" onClick={dismissNotice} />
    </section>
  );
}
