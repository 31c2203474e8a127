/** A file that the owner chose to import: what came of it, and what is said where nothing can. */

export type Chosen = {
  /** As an import takes them, in the order of the file. */
  todos: object[];
  /** What is left out: the row below the header, or the todo's number in the file, from 1. */
  refused: { row: number; reason: string }[];
};

/** The file cannot be used at all; the message says why, and what can be. */
export class NotUnderstood extends Error {}

/** Largest file that is read, in bytes. */
export const MOST_BYTES = 50 * 1024 * 1024;

/** Looks at the size before anything of the file is read. Raises NotUnderstood. */
export function checkSize(bytes: number): void {
  if (bytes <= MOST_BYTES) return;
  const megabytes = (size: number) => Math.ceil(size / (1024 * 1024)).toLocaleString("en");
  throw new NotUnderstood(
    `The file has ${megabytes(bytes)} MB; at most ${megabytes(MOST_BYTES)} MB can be imported at once. Split it into smaller files.`,
  );
}

/** The text of a file: UTF-8, or UTF-16 with its mark, or what older spreadsheets write where it is neither. */
export function textIn(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Raises NotUnderstood. */
export function checkText(text: string): void {
  if (text.replace(/^\ufeff/, "").trim() === "") {
    throw new NotUnderstood("The file is empty. Choose one with todos in it.");
  }
  if (text.slice(0, 1000).includes("\0")) {
    throw new NotUnderstood(
      "The file is no text, or UTF-16 without its mark. Save it as UTF-8 and choose it again.",
    );
  }
}

/** Whether it can only be JSON; else it is read as CSV. */
export function isJson(text: string): boolean {
  return /^\ufeff?\s*[[{]/.test(text);
}
