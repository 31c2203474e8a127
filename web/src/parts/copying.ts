/** Puts a text on the clipboard. */

/** Answers whether it is there. Without a secure origin the browser has only the old way, with a field of its own. */
export async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement("textarea");
  field.value = text;
  const beside = document.querySelector("dialog[open]") ?? document.body;
  beside.append(field);
  const before = document.activeElement;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
