import type { ComponentChildren, VNode } from "preact";
import type { List } from "../api/types.ts";
import { currentList, listsAreFresh } from "../state/account.ts";

type OfListProps = {
  /** Shown until the list is known. */
  waiting?: VNode;
  /** Whether to say here that there is no such list. */
  says?: boolean;
  children: (list: List) => ComponentChildren;
};

/** Something of the list in the address. */
export function OfList({ waiting, says = false, children }: OfListProps) {
  const list = currentList.value;
  if (list !== undefined) return <>{children(list)}</>;
  if (!listsAreFresh.value) return waiting ?? null;
  if (!says) return null;
  return (
    <p class="empty">
      There is no such list. It may have been deleted. <a href="/lists">See your lists</a>
    </p>
  );
}
