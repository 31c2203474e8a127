/** One todo being edited: what the owner typed, what it was made from, and what changed beneath it meanwhile. */

import { computed, effect, type Signal, signal } from "@preact/signals";
import type { Fields } from "../rules/edits.ts";
import type { Row } from "../rules/rows.ts";
import * as board from "./board.ts";
import { dispute } from "./disputes.ts";
import { change } from "./doing.ts";
import { type Draft, draftOf, dropDraft, keepDraft } from "./drafts.ts";
import { announce } from "./notices.ts";

type Text = "title" | "notes";
const TEXTS: readonly Text[] = ["title", "notes"];
const NAMES: Record<Text, string> = { title: "title", notes: "notes" };

export type Editing = {
  /** What the fields show. */
  texts: Record<Text, Signal<string>>;
  isDirty: Signal<boolean>;
  /** How often it was saved. */
  saves: Signal<number>;
  /** Fields that were changed elsewhere while they were being written here. */
  beneath: Signal<readonly Text[]>;
  /** A text that was written here before and never saved. */
  draft: Signal<Draft | undefined>;
  write(name: Text, text: string): void;
  save(): void;
  revert(): void;
  takeDraft(): void;
  leaveDraft(): void;
  end(): void;
};

/** Begin with a whole row. Fields that are not touched follow what comes from elsewhere; those that are, stay. */
export function edit(row: Row): Editing {
  let base = row;
  const texts = { title: signal(row.title), notes: signal(row.notes) };
  const changed = signal(0);
  const beneath = signal<readonly Text[]>([]);
  const draft = signal<Draft | undefined>(undefined);
  const saves = signal(0);
  const isDirty = computed(() => {
    void changed.value;
    return TEXTS.some(name => texts[name].value !== base[name]);
  });

  const follow = (now: Row) => {
    if (now === base || now.notes_shortened || now.title_shortened) return;
    const dirty = TEXTS.filter(name => texts[name].peek() !== base[name]);
    const under = dirty.filter(name => now[name] !== base[name] && now[name] !== texts[name].peek());
    for (const name of TEXTS) if (!dirty.includes(name)) texts[name].value = now[name];
    if (under.length > 0) {
      // What is written here stays made from what it was made from: the save will put both to the owner.
      if (beneath.peek().length === 0)
        announce(`Changed elsewhere meanwhile: ${under.map(name => NAMES[name]).join(" and ")}`);
      beneath.value = under;
      return;
    }
    base = now;
    changed.value += 1;
  };
  const stop = effect(() => {
    void board.shown.value;
    const now = board.rowNow(row.id);
    if (now !== undefined) follow(now);
  });
  void draftOf(row.id).then(found => {
    if (found && TEXTS.some(name => found[name] !== undefined && found[name] !== base[name]))
      draft.value = found;
    else if (found) dropDraft(row.id);
  });

  return {
    texts,
    isDirty,
    saves,
    beneath,
    draft,
    write(name, text) {
      if (draft.value !== undefined) putAside(row, draft.value);
      draft.value = undefined;
      texts[name].value = text;
      const mine = Object.fromEntries(
        TEXTS.filter(each => texts[each].value !== base[each]).map(each => [each, texts[each].value]),
      );
      if (Object.keys(mine).length === 0) dropDraft(row.id);
      else keepDraft(row.id, { ...mine, version: base.version, at: new Date().toISOString() });
    },
    save() {
      const fields: Fields = {};
      for (const name of TEXTS) if (texts[name].value !== base[name]) fields[name] = texts[name].value;
      if (fields.title !== undefined) fields.title = fields.title.trim();
      dropDraft(row.id);
      draft.value = undefined;
      beneath.value = [];
      saves.value += 1;
      change(base, fields);
      base = board.rowNow(row.id) ?? base;
      for (const name of TEXTS) texts[name].value = base[name];
      changed.value += 1;
    },
    revert() {
      base = board.rowNow(row.id) ?? base;
      for (const name of TEXTS) texts[name].value = base[name];
      beneath.value = [];
      changed.value += 1;
      dropDraft(row.id);
    },
    takeDraft() {
      const found = draft.value;
      draft.value = undefined;
      if (found === undefined) return;
      for (const name of TEXTS) if (found[name] !== undefined) texts[name].value = found[name];
    },
    leaveDraft() {
      draft.value = undefined;
      dropDraft(row.id);
    },
    end: stop,
  };
}

/** Something else is written while a former text is still offered: the owner chooses between them later. */
function putAside(row: Row, { title, notes }: Draft): void {
  const mine: Fields = { ...(title !== undefined && { title }), ...(notes !== undefined && { notes }) };
  const reason = "You wrote this here before, and did not save it.";
  dispute({ kind: "refused", listId: row.list_id, todoId: row.id, mine, reason });
}
