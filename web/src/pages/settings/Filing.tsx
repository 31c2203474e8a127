import { useSignal } from "@preact/signals";
import { X } from "lucide";
import * as calls from "../../api/calls.ts";
import type { List } from "../../api/types.ts";
import { useLoaded, useWork } from "../../parts/asking.ts";
import { Button, GlyphButton } from "../../parts/Button.tsx";
import { TextField } from "../../parts/Field.tsx";
import { Switch } from "../../parts/Switch.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { changeList } from "../../state/lists.ts";
import { announce } from "../../state/notices.ts";

/** What agents may file in this list. */
export function Filing({ list }: { list: List }) {
  const work = useWork();
  const turned = useSignal<boolean | undefined>(undefined);
  const turn = (on: boolean) => {
    turned.value = on;
    void work.latest(async () => {
      await changeList(list.id, () => ({ review_new: on }));
      announce(`Saved: new ones ${on ? "wait for your yes" : "are accepted at once"}`);
    });
  };
  return (
    <>
      <Switch
        label="Review new follow-ups"
        hint="What agents file waits as proposed until you accept it."
        on={(work.busy.value ? turned.value : undefined) ?? list.review_new}
        onTurn={turn}
      />
      <Trouble of={work} />
      <Accepted list={list} />
    </>
  );
}

function Accepted({ list }: { list: List }) {
  const typed = useSignal("");
  const work = useWork();
  const known = useLoaded(() => calls.readRepositories(list.id));
  const accepted = list.accepted_repositories;
  const suggested = (known.value.value ?? []).map(each => each.name).filter(name => !accepted.includes(name));
  const add = (event: Event) => {
    event.preventDefault();
    const name = typed.value.trim();
    if (name === "") return;
    void work.once(async () => {
      await changeList(list.id, now => ({ accepted_repositories: [...now.accepted_repositories, name] }));
      typed.value = "";
      announce(`Accepted: ${name}`);
    });
  };
  const takeOut = (name: string) =>
    work.once(async () => {
      const others = (now: List) => now.accepted_repositories.filter(each => each !== name);
      await changeList(list.id, now => ({ accepted_repositories: others(now) }));
      announce(`No longer accepted: ${name}`);
    });
  return (
    <fieldset class="plain-set">
      <legend>Accepted repositories</legend>
      <p class="hint">
        {accepted.length === 0
          ? "Agents may file follow-ups for every repository. Add one to accept only those that you name."
          : "Agents may file follow-ups for these repositories only."}
      </p>
      {accepted.length > 0 && (
        <ul class="plain lines">
          {accepted.map(name => (
            <li key={name}>
              <span class="main-part" dir="auto">
                {name}
              </span>
              <GlyphButton icon={X} label={`Take out ${name}`} onClick={() => takeOut(name)} />
            </li>
          ))}
        </ul>
      )}
      <form class="inline-form" onSubmit={add}>
        <TextField
          label="Add a repository"
          placeholder="owner/name"
          list={`known-${list.id}`}
          value={typed.value}
          onType={text => (typed.value = text)}
          error={work.trouble.value}
        />
        <Button type="submit" aria-disabled={work.busy.value}>
          Add
        </Button>
        <datalist id={`known-${list.id}`}>
          {suggested.map(name => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </form>
    </fieldset>
  );
}
