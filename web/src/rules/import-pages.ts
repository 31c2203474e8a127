/** How todos are sent to an import: in pages that the service takes. */

/** How many todos one page holds at most. */
const MOST_TODOS = 100;
/** How large one page gets at most, in bytes of JSON; the service takes 5 MB, and this leaves room for what is around. */
const MOST_BYTES = 4_000_000;
/** How many levels of objects and arrays a todo may have; the service reads more, and no todo has ten. */
const MOST_LEVELS = 50;

export type ImportPage = {
  todos: object[];
  /** The place of each in what is imported, from 0. */
  places: number[];
};

export type LeftOut = {
  /** The place in what is imported, from 0. */
  place: number;
  reason: string;
};

/** The todos in pages, in their order, and those that would have a whole page refused. */
export function pagesOf(todos: readonly object[]): { pages: ImportPage[]; leftOut: LeftOut[] } {
  const pages: ImportPage[] = [];
  const leftOut: LeftOut[] = [];
  let page: ImportPage = { todos: [], places: [] };
  let bytes = 0;
  for (const [place, todo] of todos.entries()) {
    if (isNestedDeeper(todo, MOST_LEVELS)) {
      leftOut.push({ place, reason: "It is nested deeper than a todo can be." });
      continue;
    }
    const size = bytesOf(todo);
    if (size > MOST_BYTES) {
      leftOut.push({ place, reason: "It is larger than a todo can be." });
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
  return { pages, leftOut };
}

const encoder = new TextEncoder();

function isNestedDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some(inner => isNestedDeeper(inner, levels - 1));
}

/** With the comma behind it. */
function bytesOf(todo: object): number {
  return encoder.encode(JSON.stringify(todo)).length + 1;
}
