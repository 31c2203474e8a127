import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { currentList } from "../state/account.ts";
import { partIsGone } from "../state/new-version.ts";

type Props = { listId: string; todoId: string };

/** The todo in the address, over its list. */
export function TodoAside({ todoId }: { todoId: string }) {
  const [Sheet, setSheet] = useState<ComponentType<Props> | undefined>(undefined);
  useEffect(() => {
    import("../pages/todo/TodoSheet.tsx").then(part => setSheet(() => part.TodoSheet), partIsGone);
  }, []);
  const list = currentList.value;
  return Sheet === undefined || list === undefined ? null : (
    <Sheet key={todoId} listId={list.id} todoId={todoId} />
  );
}
