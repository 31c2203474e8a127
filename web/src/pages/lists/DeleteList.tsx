import * as calls from "../../api/calls.ts";
import { Refused } from "../../api/client.ts";
import type { ApiKey, Feed, List } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Confirm } from "../../parts/Confirm.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { takeList } from "../../state/account.ts";
import { answered } from "../../state/answered.ts";
import { deleteList } from "../../state/lists.ts";
import { notify } from "../../state/notices.ts";
import { undoable } from "../../state/undo.ts";

/** Asks before a list goes, and says which keys and feeds end with it. */
export function DeleteList({ list, onClose }: { list: List; onClose: () => void }) {
  const ends = useLoaded(async () => {
    const [keys, feeds] = await Promise.all([calls.readKeys(), calls.readFeeds(list.id)]);
    return { keys: keys.filter(each => each.list_id === list.id), feeds };
  });
  const work = useWork();
  const remove = () =>
    work.once(async () => {
      await deleteList(list.id);
      onClose();
      // Its line is gone, and with it what opened this.
      requestAnimationFrame(() => document.getElementById("page-title")?.focus());
      undoable(`Deleted the list “${list.name}”`, () => void bringBack(list), { lasting: true });
    });
  const found = ends.value.value;
  return (
    <Confirm title={`Delete “${list.name}”?`} verb="Delete the list" onConfirm={remove} onClose={onClose}>
      <p>All its todos go with it. You can undo it for ten minutes, while this page stays open.</p>
      {found === undefined && ends.busy.value && <Loading lines={1} what="What ends with it is being read" />}
      <Trouble of={ends} onAgain={ends.again} />
      {found && <Ends keys={found.keys} feeds={found.feeds} />}
      <Trouble of={work} />
    </Confirm>
  );
}

function Ends({ keys, feeds }: { keys: readonly ApiKey[]; feeds: readonly Feed[] }) {
  if (keys.length + feeds.length === 0) return <p>No API key or calendar feed belongs to it.</p>;
  return (
    <>
      <p>These end with it:</p>
      <ul class="what-ends">
        {keys.map(key => (
          <li key={key.id}>
            API key <strong dir="auto">{key.name}</strong> (<code>{key.prefix}…</code>)
          </li>
        ))}
        {feeds.map(feed => (
          <li key={feed.id}>
            Calendar feed {feed.name ? <strong dir="auto">{feed.name}</strong> : "without a name"}
          </li>
        ))}
      </ul>
    </>
  );
}

async function bringBack(list: List): Promise<void> {
  try {
    takeList(await answered(() => calls.restoreList(list.id)));
    notify({ text: `The list “${list.name}” is back` });
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    notify({ text: failure.problem.detail });
  }
}
