/** How todos are sent to an import: in pages that the service takes. */

/** How many todos one page holds at most. */
const MOST_TODOS = 100;
/** How large one page gets at most, in bytes of JSON; the service takes 5 MB, and this leaves room for what is around. */
const MOST_BYTES = 4_000_000;

export type ImportPage = {
  todos: object[];
  /** The place of each in what is imported, from 0. */
  places: number[];
};

/** The todos in pages, in their order, and the places of those that no page has room for. */
export function pagesOf(todos: readonly object[]): { pages: ImportPage[]; tooLarge: number[] } {
  const pages: ImportPage[] = [];
  const tooLarge: number[] = [];
  let page: ImportPage = { todos: [], places: [] };
  let bytes = 0;
  for (const [place, todo] of todos.entries()) {
    const size = bytesOf(todo);
    if (size > MOST_BYTES) {
      tooLarge.push(place);
      continue;
    }
    if (page.todos.length === MOST_TODOS || bytes + size > MOST_BYTES) {
      pages.push(page);
      page = { todos: [], places: [] };
      bytes = 0;
    }
    page.todos.push(todo);
    page.places.push(place);
    bytes += size;
  }
  if (page.todos.length > 0) pages.push(page);
  return { pages, tooLarge };
}

const encoder = new TextEncoder();

/** With the comma behind it. */
function bytesOf(todo: object): number {
  return encoder.encode(JSON.stringify(todo)).length + 1;
}
