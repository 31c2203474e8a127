import { Copyable } from "../../parts/Copyable.tsx";
import { holder, type Row } from "../../rules/rows.ts";
import { now } from "../../state/clock.ts";
import { addressOf } from "../../state/route.ts";
import { look } from "../../state/viewing.ts";

const HOSTS: Record<string, string> = { "claude-code": "Claude Code", codex: "Codex", opencode: "opencode" };

/** Where a follow-up comes from, and who has it now. */
export function Origin({ row }: { row: Row }) {
  const origin = row.origin;
  if (origin === undefined) return null;
  const session = holder(row, now.value);
  const host = origin.host === undefined ? undefined : HOSTS[origin.host];
  return (
    <section class="origin" aria-labelledby="origin-title">
      <h3 id="origin-title">Follow-up</h3>
      <dl class="facts-list">
        <dt>Repository</dt>
        <dd>
          <a
            href={addressOf({ page: "list", listId: row.list_id })}
            onClick={() => look({ filter: "all", repository: origin.repository, session: undefined })}
          >
            <bdi>{origin.repository}</bdi>
          </a>
        </dd>
        <dt>Filed by</dt>
        <dd>
          {origin.session_id === undefined ? (
            "you"
          ) : (
            <>
              {host ? `${host}, ` : ""}session{" "}
              <a
                href={addressOf({ page: "list", listId: row.list_id })}
                onClick={() => look({ filter: "all", repository: undefined, session: origin.session_id })}
              >
                <bdi>{origin.session_id}</bdi>
              </a>
            </>
          )}
        </dd>
        {origin.discovered_from !== undefined && (
          <>
            <dt>Found while on</dt>
            <dd>
              <a href={addressOf({ page: "list", listId: row.list_id, todoId: origin.discovered_from })}>
                another follow-up
              </a>
            </dd>
          </>
        )}
        {session !== undefined && (
          <>
            <dt>Claimed by</dt>
            <dd>
              session <bdi>{session}</bdi>, until{" "}
              {new Date(row.claim?.expires_at ?? 0).toLocaleTimeString([], { timeStyle: "short" })}
            </dd>
          </>
        )}
      </dl>
      {origin.host === "claude-code" && origin.session_id !== undefined && (
        <>
          <Copyable
            what="the command that resumes the session"
            text={`claude --resume ${quoted(origin.session_id)}`}
          />
          <p class="quiet small">It works on the machine that holds the session, from its project folder.</p>
        </>
      )}
    </section>
  );
}

/** As one word of a shell, whatever an agent called itself. */
function quoted(word: string): string {
  return /^[A-Za-z0-9._-]+$/.test(word) && !word.startsWith("-")
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}
