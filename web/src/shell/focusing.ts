/** Which todo has the keyboard. */

/** Give it to the next or the previous one; the list brings what is further away. */
export function focusBeside(step: 1 | -1): void {
  const at = document.activeElement?.closest<HTMLElement>("[data-id]");
  if (!at) {
    document.querySelector<HTMLElement>("[data-id] .todo-title")?.focus();
    return;
  }
  const key = step === 1 ? "ArrowDown" : "ArrowUp";
  at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}
