import { useSignal } from "@preact/signals";
import { RotateCcw } from "lucide";
import { useEffect } from "preact/hooks";
import { Button } from "../../parts/Button.tsx";
import { isHandedBack, isProposed, type Row } from "../../rules/rows.ts";
import { rowNow } from "../../state/board.ts";
import { accept, dismiss, returnToDrain } from "../../state/doing.ts";
import { draftOf, dropDraft, keepDraft } from "../../state/drafts.ts";

/** What waits for the owner: a follow-up that an agent handed back, or one that it proposes. */
export function HandBack({ row }: { row: Row }) {
  const answer = useSignal("");
  const draft = `answer ${row.id}`;
  useEffect(() => {
    void draftOf(draft).then(found => {
      answer.value ||= found?.answer ?? "";
    });
  }, []);
  if (isProposed(row)) return <Proposed row={row} />;
  if (!isHandedBack(row)) return null;
  return (
    <section class="banner back" aria-labelledby="back-title">
      <div class="grow">
        <h3 id="back-title">An agent handed this back to you</h3>
        {row.origin?.handed_back_reason && (
          <blockquote class="reason" dir="auto">
            {row.origin.handed_back_reason}
          </blockquote>
        )}
        <div class="field">
          <label for="answer">Your answer, if it needs one</label>
          <textarea
            id="answer"
            class="input"
            rows={3}
            maxLength={4000}
            dir="auto"
            value={answer}
            onInput={event => {
              answer.value = event.currentTarget.value;
              keepDraft(draft, { answer: answer.value, version: row.version, at: new Date().toISOString() });
            }}
          />
        </div>
        <Button
          look="main"
          icon={RotateCcw}
          onClick={() => {
            returnToDrain([rowNow(row.id) ?? row], answer.value.trim());
            answer.value = "";
            dropDraft(draft);
          }}
        >
          Return to the drain
        </Button>
        <p class="quiet small">
          The next session that drains this repository can take it again, and reads your answer.
        </p>
      </div>
    </section>
  );
}

function Proposed({ row }: { row: Row }) {
  return (
    <section class="banner" aria-label="Proposed by an agent">
      <p class="grow">An agent proposes this. It waits for your yes before any session takes it.</p>
      <div class="row-of">
        <Button look="main" onClick={() => accept([rowNow(row.id) ?? row])}>
          Accept
        </Button>
        <Button onClick={() => dismiss([rowNow(row.id) ?? row])}>Dismiss</Button>
      </div>
    </section>
  );
}
