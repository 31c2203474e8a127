import { useSignal } from "@preact/signals";
import { Ellipsis, FolderInput, GitBranch, Link, Trash2, UserRound } from "lucide";
import { copied } from "../../parts/copying.ts";
import { type Choice, Menu } from "../../parts/Menu.tsx";
import type { Row } from "../../rules/rows.ts";
import { lists } from "../../state/account.ts";
import { rowNow } from "../../state/board.ts";
import { move, remove, unassign } from "../../state/doing.ts";
import { notify } from "../../state/notices.ts";
import { Assign } from "./Assign.tsx";

/** What else can be done with one todo. */
export function TodoMenu({ row, onGone }: { row: Row; onGone: () => void }) {
  const assigning = useSignal(false);
  const now = () => [rowNow(row.id) ?? row];
  const copyLink = async () => {
    const done = await copied(location.href);
    notify({ text: done ? "The link is copied." : "The browser does not let it be copied." });
  };
  const choices: Choice[] = [
    {
      label: row.origin === undefined ? "Assign to a repository" : "Assign to another repository",
      icon: GitBranch,
      onChoose: () => {
        assigning.value = true;
      },
    },
    ...(row.origin === undefined
      ? []
      : [{ label: "Keep it mine", icon: UserRound, onChoose: () => unassign(now()) }]),
    ...lists.value
      .filter(each => each.id !== row.list_id)
      .map(each => ({
        label: `Move to ${each.name}`,
        icon: FolderInput,
        onChoose: () => {
          move(now(), each.id, each.name);
          onGone();
        },
      })),
    { label: "Copy the link", icon: Link, onChoose: () => void copyLink() },
    {
      label: "Delete",
      icon: Trash2,
      onChoose: () => {
        remove(now());
        onGone();
      },
    },
  ];
  return (
    <>
      <Menu label="More" icon={Ellipsis} choices={() => choices} />
      {assigning.value && <Assign row={row} onClose={() => (assigning.value = false)} />}
    </>
  );
}
