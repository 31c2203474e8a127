import { useSignal } from "@preact/signals";
import * as calls from "../../api/calls.ts";
import { useWork } from "../../parts/asking.ts";
import { Button } from "../../parts/Button.tsx";
import { TextField } from "../../parts/Field.tsx";
import { newName } from "../../rules/names.ts";
import { takeList } from "../../state/account.ts";
import { announce } from "../../state/notices.ts";

/** Adds a list. */
export function NewList() {
  const name = useSignal("");
  const work = useWork();
  const add = (event: Event) => {
    event.preventDefault();
    const wanted = name.value.trim();
    const writeId = newName();
    if (wanted === "") {
      announce("Give the list a name first.");
      return;
    }
    void work.once(async () => {
      takeList(await calls.createList(wanted, writeId));
      name.value = "";
      announce(`Added the list ${wanted}`);
    });
  };
  return (
    <form class="inline-form" onSubmit={add}>
      <TextField
        label="New list"
        placeholder="Side projects"
        value={name.value}
        onType={text => (name.value = text)}
        error={work.trouble.value}
      />
      <Button look="main" type="submit" aria-disabled={work.busy.value}>
        Add
      </Button>
    </form>
  );
}
