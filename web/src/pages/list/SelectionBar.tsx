import { Check, FolderInput, GitBranch, RotateCcw, Star, Trash2, X } from "lucide";
import { Button, GlyphButton } from "../../parts/Button.tsx";
import { type Choice, Menu } from "../../parts/Menu.tsx";
import { useFocusBack } from "../../parts/useFocusBack.ts";
import { isHandedBack, type Row } from "../../rules/rows.ts";
import { lists } from "../../state/account.ts";
import { openRows } from "../../state/board.ts";
import * as doing from "../../state/doing.ts";
import { selectedRows, selectNone } from "../../state/selection.ts";

/** What can be done with everything that is selected; one undo takes it all back. */
export function SelectionBar() {
  const rows = selectedRows.value;
  return rows.length === 0 ? null : <Bar rows={rows} />;
}

function Bar({ rows }: { rows: readonly Row[] }) {
  const root = useFocusBack<HTMLDivElement>();
  const then = (does: (rows: readonly Row[]) => void) => () => {
    does(rows);
    selectNone();
  };
  const back = rows.filter(isHandedBack);
  return (
    <div ref={root} class="selection-bar" role="toolbar" aria-label="What to do with the selected todos">
      <GlyphButton icon={X} label="Select none" onClick={selectNone} />
      <strong role="status">{rows.length} selected</strong>
      <Button look="plain" icon={Check} onClick={then(doing.complete)}>
        Complete
      </Button>
      <Button look="plain" icon={Star} onClick={then(all => doing.star(all, !all.every(row => row.starred)))}>
        Star
      </Button>
      <Menu label="Move to a list" icon={FolderInput} text="Move" choices={() => moves(rows)} />
      <Menu label="Assign to a repository" icon={GitBranch} text="Assign" choices={() => assignments(rows)} />
      {back.length > 0 && (
        <Button look="plain" icon={RotateCcw} onClick={then(() => doing.returnToDrain(back))}>
          Return
        </Button>
      )}
      <Button look="plain" icon={Trash2} onClick={then(doing.remove)}>
        Delete
      </Button>
    </div>
  );
}

/** The other lists that todos can go to. */
export function moves(rows: readonly Row[]): Choice[] {
  return lists.value
    .filter(each => each.id !== rows[0]?.list_id)
    .map(each => ({
      label: each.name,
      onChoose: () => {
        doing.move(rows, each.id, each.name);
        selectNone();
      },
    }));
}

/** The repositories that this list knows, and none. */
export function assignments(rows: readonly Row[]): Choice[] {
  const names = new Set(openRows.value.flatMap(row => row.origin?.repository ?? []));
  const known = [...names].sort().map(name => ({
    label: name,
    onChoose: () => {
      doing.assign(rows, name);
      selectNone();
    },
  }));
  const followUps = rows.filter(row => row.origin !== undefined);
  if (followUps.length === 0) return known;
  const mine = {
    label: "Nobody: keep it mine",
    onChoose: () => {
      doing.unassign(followUps);
      selectNone();
    },
  };
  return [...known, mine];
}
