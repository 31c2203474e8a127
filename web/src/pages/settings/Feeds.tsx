import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import type { Feed, List, MadeFeed } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { Copyable } from "../../parts/Copyable.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { When } from "../../parts/When.tsx";
import { unlessGone } from "../../state/answered.ts";
import { announce, notify } from "../../state/notices.ts";
import { NewFeed } from "./NewFeed.tsx";

/** Addresses under which calendars read what is due in this list. */
export function Feeds({ list }: { list: List }) {
  const feeds = useLoaded(() => calls.readFeeds(list.id));
  const made = useSignal<MadeFeed | undefined>(undefined);
  const ending = useSignal<Feed | undefined>(undefined);
  const work = useWork();
  const shown = feeds.value.value;
  const end = (feed: Feed) => {
    ending.value = undefined;
    void work.once(async () => {
      await calls.deleteFeed(list.id, feed.id).catch(unlessGone);
      feeds.put((feeds.value.peek() ?? []).filter(each => each.id !== feed.id));
      if (made.value?.id === feed.id) made.value = undefined;
      notify({ text: `Ended the calendar feed${feed.name ? ` “${feed.name}”` : ""}` });
      document.getElementById("new-feed")?.focus();
    });
  };
  const take = (feed: MadeFeed) => {
    made.value = feed;
    feeds.put([...(feeds.value.peek() ?? []), feed]);
    announce("The feed is made. Copy its address now.");
  };
  return (
    <div class="stack">
      {shown === undefined && feeds.busy.value && <Loading lines={1} what="The feeds are being read" />}
      <Trouble of={feeds} onAgain={feeds.again} />
      {shown !== undefined && shown.length > 0 && (
        <FeedLines feeds={shown} onEnd={feed => (ending.value = feed)} />
      )}
      <Trouble of={work} />
      {made.value && (
        <div class="made">
          <p>Subscribe your calendar to this address. It is shown this once.</p>
          <Copyable text={made.value.url} what="the calendar's address" />
        </div>
      )}
      <NewFeed list={list} onMade={take} />
      {ending.value && <Ending of={ending.value} onEnd={end} onClose={() => (ending.value = undefined)} />}
    </div>
  );
}

function FeedLines({ feeds, onEnd }: { feeds: readonly Feed[]; onEnd: (feed: Feed) => void }) {
  return (
    <ul class="plain lines">
      {feeds.map(feed => (
        <li key={feed.id}>
          <span class="main-part">
            <span dir="auto">{feed.name ?? "Calendar feed"}</span>
            <span class="hint">
              {" "}
              made <When at={feed.created_at} />, {feed.last_used_at ? "last read " : "not read yet"}
              {feed.last_used_at && <When at={feed.last_used_at} />}
            </span>
          </span>
          <Button look="danger" aria-label={`End the feed ${feed.name ?? ""}`} onClick={() => onEnd(feed)}>
            End
          </Button>
        </li>
      ))}
    </ul>
  );
}

type EndingProps = { of: Feed; onEnd: (feed: Feed) => void; onClose: () => void };

function Ending({ of, onEnd, onClose }: EndingProps) {
  return (
    <Confirm title="End this feed?" verb="End it" onConfirm={() => onEnd(of)} onClose={onClose}>
      <p>
        A calendar that reads {of.name ? <strong dir="auto">{of.name}</strong> : "it"} finds nothing any more.
        The address does not come back; you can make a new one.
      </p>
    </Confirm>
  );
}
