import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import type { List, MadeFeed } from "../../api/types.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { TextField } from "../../parts/Field.tsx";
import { newName } from "../../rules/names.ts";

/** Makes a feed. */
export function NewFeed({ list, onMade }: { list: List; onMade: (feed: MadeFeed) => void }) {
  const name = useSignal("");
  const work = useWork();
  const make = (event: Event) => {
    event.preventDefault();
    const writeId = newName();
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
