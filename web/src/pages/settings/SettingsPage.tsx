import { useSignal } from "@preact/signals";
import type { List } from "../../api/types.ts";
import { SelectField } from "../../parts/Field.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { currentList, lists, settings } from "../../state/account.ts";
import "../../styles/page.css";
import "../../styles/settings.css";
import { Account } from "./Account.tsx";
import { Appearance } from "./Appearance.tsx";
import { Exporting } from "./Exporting.tsx";
import { Feeds } from "./Feeds.tsx";
import { Filing } from "./Filing.tsx";
import { Importing } from "./Importing.tsx";
import { Keys } from "./Keys.tsx";
import { Ringing } from "./Ringing.tsx";
import { Section } from "./Section.tsx";
import { Time } from "./Time.tsx";

/** What the owner sets: for everything, and for one list. */
export default function SettingsPage() {
  const chosen = useSignal<string | undefined>(undefined);
  const list = lists.value.find(each => each.id === chosen.value) ?? currentList.value;
  return (
    <div class="page settings">
      <h1 id="page-title" tabIndex={-1}>
        Settings
      </h1>
      {settings.value === undefined ? (
        <Loading lines={6} what="Your settings are being read" />
      ) : (
        <>
          <Appearance />
          <Time />
          <Ringing />
          <Keys />
          {list && lists.value.length > 1 && (
            <SelectField
              label="Which list the four parts below are for"
              value={list.id}
              options={lists.value.map(each => ({ value: each.id, text: each.name }))}
              onChoose={id => (chosen.value = id)}
            />
          )}
          {list && <OfList key={list.id} list={list} />}
          <Account />
        </>
      )}
    </div>
  );
}

function OfList({ list }: { list: List }) {
  return (
    <>
      <Section title="What agents may file">
        <Filing list={list} />
      </Section>
      <Section
        title="Calendar feed"
        lead="A calendar that subscribes to the address shows what is due in this list, and can change nothing. Whoever has the address can read it."
      >
        <Feeds list={list} />
      </Section>
      <Section
        title="Export"
        lead="Everything in this list, open and completed, as one JSON file that an import takes back."
      >
        <Exporting list={list} />
      </Section>
      <Section title="Import">
        <Importing list={list} />
      </Section>
    </>
  );
}
