/** What a chosen file says, before anything of it is stored. */

import { type Chosen, checkSize, checkText, isJson, NotUnderstood, textIn } from "../../rules/chosen-file.ts";
import { timeZone } from "../../state/account.ts";
import { partIsGone } from "../../state/new-version.ts";

export type Understood = Chosen & {
  /** Names the file, the same one again alike. */
  source: string;
  /** What its numbers count. */
  unit: "Todo" | "Row";
};

/** Reads the file with what fits it. What is wrong with it is said in words. */
export async function understood(file: File): Promise<Understood | { wrong: string }> {
  try {
    checkSize(file.size);
    const text = textIn(await file.arrayBuffer());
    const source = `${file.name} ${file.size} ${file.lastModified}`;
    checkText(text);
    if (isJson(text)) {
      const { readOwnFile } = await part(import("../../rules/own-file.ts"));
      return { ...readOwnFile(text), source, unit: "Todo" };
    }
    const { readForeignCsv } = await part(import("../../rules/foreign-csv.ts"));
    return { ...readForeignCsv(text, { zone: timeZone.value, now: new Date() }), source, unit: "Row" };
  } catch (failure) {
    if (failure instanceof NotUnderstood) return { wrong: failure.message };
    if (failure instanceof DOMException) return { wrong: "The file could not be read. Choose it once more." };
    throw failure;
  }
}

/** A part of the page that is loaded when it is needed. */
function part<T>(loading: Promise<T>): Promise<T> {
  return loading.catch(() => {
    partIsGone();
    throw new NotUnderstood(
      "A part of this page could not be loaded. Reload the page, then choose the file again.",
    );
  });
}
