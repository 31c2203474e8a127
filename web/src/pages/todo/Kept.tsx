import { Button } from "../../parts/Button.tsx";
import { When } from "../../parts/When.tsx";
import type { Fields } from "../../rules/edits.ts";
import { repeatWords } from "../../rules/repeats.ts";
import type { Row } from "../../rules/rows.ts";
import { fieldOf } from "../../rules/settling.ts";
import { rowNow } from "../../state/board.ts";
import { disputes, settleDispute } from "../../state/disputes.ts";
import { change } from "../../state/doing.ts";
import type { Editing } from "../../state/editing.ts";

const NAMES: Record<keyof Fields, string> = {
  title: "Title",
  notes: "Notes",
  starred: "Star",
  due: "Due",
  repeat: "Repeat",
};

/** Texts of the owner's that are not saved: a draft, or one that somebody else wrote over meanwhile. */
export function Kept({ row, editing }: { row: Row; editing: Editing }) {
  const draft = editing.draft.value;
  const beneath = editing.beneath.value;
  const disputed = disputes.value.find(each => each.todoId === row.id);
  return (
    <>
      {draft !== undefined && (
        <div class="banner" role="status">
          <p class="grow">
            You wrote something here on <When at={draft.at} style="hour" /> and did not save it.
          </p>
          <Button onClick={editing.takeDraft}>Go on with it</Button>
          <Button look="plain" onClick={editing.leaveDraft}>
            Throw it away
          </Button>
        </div>
      )}
      {beneath.length > 0 && (
        <div class="banner" role="status">
          <div class="grow">
            <p>
              While you were writing, the {beneath.join(" and the ")} changed elsewhere. What you wrote stays
              here; saving asks which to keep.
            </p>
            {beneath.map(name => (
              <details key={name}>
                <summary>The {name} as saved now</summary>
                <p class="version" dir="auto">
                  {row[name]}
                </p>
              </details>
            ))}
          </div>
        </div>
      )}
      {disputed !== undefined && (
        <Both
          row={row}
          mine={disputed.mine}
          reason={disputed.kind === "refused" ? disputed.reason : undefined}
          done={() => settleDispute(disputed)}
        />
      )}
    </>
  );
}

type BothProps = { row: Row; mine: Fields; reason: string | undefined; done: () => void };

/** Both versions of the fields that two sides changed; the owner keeps either. */
function Both({ row, mine, reason, done }: BothProps) {
  const names = Object.keys(mine) as (keyof Fields)[];
  const keepMine = () => {
    done();
    change(rowNow(row.id) ?? row, mine);
  };
  return (
    <section class="banner danger" aria-labelledby="both-title" role="alert">
      <div class="grow both">
        <h3 id="both-title">
          {reason === undefined ? "Changed elsewhere while you were writing" : "Not saved"}
        </h3>
        {reason !== undefined && <p>{reason}</p>}
        {names.map(name => (
          <div key={name} class="versions">
            <figure>
              <figcaption>Your {NAMES[name].toLowerCase()}</figcaption>
              <p class="version" dir="auto">
                {shown(mine[name])}
              </p>
            </figure>
            <figure>
              <figcaption>{NAMES[name]} as saved now</figcaption>
              <p class="version" dir="auto">
                {shown(fieldOf(row, name))}
              </p>
            </figure>
          </div>
        ))}
        <div class="row-of">
          <Button look="main" onClick={keepMine}>
            Keep mine
          </Button>
          <Button onClick={done}>Keep what is saved</Button>
        </div>
      </div>
    </section>
  );
}

function shown(value: Fields[keyof Fields]): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "object" && "rrule" in value) return repeatWords(value.rrule);
  if (typeof value === "object")
    return "date" in value ? value.date : `${value.at.replace("T", " ")} (${value.time_zone})`;
  return String(value);
}
