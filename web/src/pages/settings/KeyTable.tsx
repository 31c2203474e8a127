import type { ApiKey } from "../../api/types.ts";
import { Button } from "../../parts/Button.tsx";
import { When } from "../../parts/When.tsx";
import { lists } from "../../state/account.ts";

/** Keys, and what each may do. */
export function KeyTable({ keys, onRevoke }: { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void }) {
  return (
    <table class="key-table">
      <thead>
        <tr>
          <th scope="col">Key</th>
          <th scope="col">May</th>
          <th scope="col">List</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">
            <span class="unseen">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map(key => (
          <tr key={key.id}>
            <th scope="row">
              <span dir="auto">{key.name}</span> <code>{key.prefix}…</code>
            </th>
            <td data-label="May">{MAY[key.role]}</td>
            <td data-label="List" dir="auto">
              {listName(key.list_id)}
            </td>
            <td data-label="Created">
              <When at={key.created_at} />
            </td>
            <td data-label="Last used">{key.last_used_at ? <When at={key.last_used_at} /> : "never"}</td>
            <td data-label="Expires">
              {key.expires_at ? <When at={key.expires_at} style="hour" /> : "never"}
            </td>
            <td>
              <Button look="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MAY: Record<ApiKey["role"], string> = {
  reader: "read",
  agent: "work on follow-ups",
  coordinator: "work, and accept plans",
};

function listName(listId: string | undefined): string {
  if (listId === undefined) return "all of them";
  return lists.value.find(each => each.id === listId)?.name ?? "a deleted list";
}
