import { Button } from "../parts/Button.tsx";
import { currentList, lists } from "../state/account.ts";
import { disputes, settleDispute } from "../state/disputes.ts";
import { add } from "../state/doing.ts";
import { isAway } from "../state/live.ts";
import { unread } from "../state/loading.ts";
import { newVersion, takeNewVersion } from "../state/new-version.ts";
import { go, route } from "../state/route.ts";
import { edits, unsent } from "../state/sending.ts";

/** Says when what is shown may be old, or what was done is not sent yet; and offers texts that lost their place. */
export function Connection() {
  const waiting = edits.value.length;
  const away = unsent.value || unread.value || isAway.value;
  return (
    <>
      {away && (
        <p class="banner" role="status">
          {waiting === 0
            ? "The service cannot be reached. You see the list as it was last."
            : `The service cannot be reached. ${waiting === 1 ? "One change waits" : `${waiting} changes wait`} on this device, and will be sent.`}
        </p>
      )}
      <Orphans />
    </>
  );
}

/** The list that a text was written for, or the one that is looked at where that is gone. */
function listFor(listId: string): string {
  const isThere = lists.value.some(each => each.id === listId);
  return isThere ? listId : (currentList.value?.id ?? listId);
}

/** The todo that is open says by itself what there is to decide. */
function openTodo(): string | undefined {
  const at = route.value;
  return at.page === "list" ? at.todoId : undefined;
}

/** Texts whose todo is gone, or which were not taken. */
function Orphans() {
  return (
    <>
      {disputes.value
        .filter(each => each.todoId !== openTodo())
        .map(each => {
          const text = each.mine.title ?? each.mine.notes ?? "";
          const lost = each.kind !== "conflict";
          return (
            <div key={each.todoId} class="banner danger" role="status">
              <div class="grow">
                <p>
                  {each.kind === "conflict" && "A todo was changed elsewhere while you wrote:"}
                  {each.kind === "gone" && "The todo that you wrote this for is gone:"}
                  {each.kind === "refused" && `This was not saved: ${each.reason}`}
                </p>
                <p class="version" dir="auto">
                  {text}
                </p>
              </div>
              <div class="row-of">
                {each.kind === "conflict" && (
                  <Button onClick={() => go({ page: "list", listId: each.listId, todoId: each.todoId })}>
                    Choose
                  </Button>
                )}
                {lost && (
                  <Button
                    onClick={() => {
                      const title =
                        (each.mine.title ?? each.mine.notes ?? "").split("\n")[0]?.slice(0, 1000).trim() ||
                        "Kept text";
                      add(listFor(each.listId), {
                        title,
                        ...(each.mine.notes && { notes: each.mine.notes }),
                      });
                      settleDispute(each);
                    }}
                  >
                    Add as a new todo
                  </Button>
                )}
                {lost && (
                  <Button look="plain" onClick={() => settleDispute(each)}>
                    Throw away
                  </Button>
                )}
              </div>
            </div>
          );
        })}
    </>
  );
}

/** A newer version of the page is ready. Nothing that was typed is lost by taking it. */
export function Newer() {
  if (!newVersion.value) return null;
  return (
    <div class="banner" role="status">
      <p class="grow">A new version of this page is ready.</p>
      <Button onClick={takeNewVersion}>Reload</Button>
    </div>
  );
}
