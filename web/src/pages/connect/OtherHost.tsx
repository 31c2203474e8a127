import { useSignal } from "@preact/signals";
import { useLoaded } from "../../parts/asking.ts";
import { Copyable } from "../../parts/Copyable.tsx";
import { Loading } from "../../parts/Loading.tsx";
import { Trouble } from "../../parts/Trouble.tsx";
import { AGENTS_HEADING, blocksUnder, filled, type Host, KEY_PLACEHOLDER } from "../../rules/host-blocks.ts";
import { readGuide } from "./guide.ts";

type OtherHostProps = { host: Host; listId: string; secret: string | undefined };

/** A host that speaks MCP: the key where it finds it, its configuration, and what its sessions are told. */
export function OtherHost({ host, listId, secret }: OtherHostProps) {
  const guide = useLoaded(readGuide);
  const told = useSignal(false);
  const values = { mcpUrl: `${location.origin}/mcp`, listId };
  const key = secret ?? KEY_PLACEHOLDER;
  const text = guide.value.value;
  if (text === undefined) {
    return (
      <>
        {guide.busy.value && <Loading what="The instructions are being read" />}
        <Trouble of={guide} onAgain={guide.again} />
      </>
    );
  }
  const blocks = blocksUnder(text, host.heading).map(each => filled(each, values));
  const [agents = ""] = blocksUnder(text, AGENTS_HEADING).map(each => filled(each, values));
  return (
    <>
      {host.id === "vscode" ? (
        <KeyAlone value={key} />
      ) : (
        <>
          <p>The key, in the environment that the agent starts in:</p>
          <Copyable text={`export FOLLOW_UPS_KEY='${key}'`} what="the key as a variable" />
        </>
      )}
      {host.id === "other" && <Values mcpUrl={values.mcpUrl} listId={listId} />}
      {blocks.map((block, at) => (
        <>
          <p>{host.steps[at]}</p>
          <Copyable text={block} what={`the configuration for ${host.name}`} />
        </>
      ))}
      {!host.isTried && (
        <p class="hint">Put together from the documentation of {host.name}, and not tried.</p>
      )}
      <details onToggle={event => (told.value = event.currentTarget.open)}>
        <summary>What its sessions should be told</summary>
        {told.value && (
          <div class="told">
            <p>
              Put this into AGENTS.md of a repository, so that sessions know when to write and when to drain:
            </p>
            <Copyable text={agents} what="the section for AGENTS.md" />
          </div>
        )}
      </details>
    </>
  );
}

function KeyAlone({ value }: { value: string }) {
  return (
    <>
      <p>The key, for when VS Code asks:</p>
      <Copyable text={value} what="the key" />
    </>
  );
}

function Values({ mcpUrl, listId }: { mcpUrl: string; listId: string }) {
  return (
    <>
      <p>
        The address, over Streamable HTTP, with the key in the header “Authorization: Bearer” of every
        request:
      </p>
      <Copyable text={mcpUrl} what="the address" />
      <p>The list, which every tool takes as list_id:</p>
      <Copyable text={listId} what="the id of the list" />
    </>
  );
}
