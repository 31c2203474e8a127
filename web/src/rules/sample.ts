/** Rows for tests: only the detail that matters is named. */

import type { Todo } from "../api/types.ts";

let made = 0;

export function aRow(given: Partial<Todo> = {}): Todo {
  made += 1;
  const id = given.id ?? `00000000-0000-7000-8000-${String(made).padStart(12, "0")}`;
  return {
    id,
    list_id: "list",
    title: "Fix the guard",
    notes: "",
    starred: false,
    order: `a${String(made).padStart(4, "0")}`,
    version: 1,
    created_at: "2026-11-01T08:00:00.000Z",
    updated_at: "2026-11-01T08:00:00.000Z",
    ...given,
  };
}
