import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import { Refused } from "../../api/client.ts";
import type { Feed, List, MadeFeed } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { Confirm } from "../../parts/Confirm.tsx";
import { Copyable } from "../../parts/Copyable.tsx";
import { TextField } from "../../parts/Field.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { When } from "../../parts/When.tsx";
import { announce, notify } from "../../state/notices.ts";

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
              {feed.last_used_at && <When at={feed.last_used_at} style="hour" />}
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

function NewFeed({ list, onMade }: { list: List; onMade: (feed: MadeFeed) => void }) {
  const name = useSignal("");
  const work = useWork();
  const make = (event: Event) => {
    event.preventDefault();
    const writeId = crypto.randomUUID();
    const wanted = name.value.trim();
    void work.once(async () => {
      const feed = await calls.createFeed(list.id, wanted ? { name: wanted } : {}, writeId);
      name.value = "";
      onMade(feed);
    });
  };
  return (
    <form class="inline-form" onSubmit={make}>
      <TextField
        label="New feed: what is it for?"
        placeholder="Calendar on the phone"
        id="new-feed"
        value={name.value}
        onType={text => (name.value = text)}
        error={work.trouble.value}
      />
      <Button type="submit" aria-disabled={work.busy.value}>
        Make a feed
      </Button>
    </form>
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

/** Somebody ended it already: then it is as it should be. */
function unlessGone(failure: unknown): void {
  if (!(failure instanceof Refused) || failure.status !== 404) throw failure;
}
