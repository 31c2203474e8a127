import { useSignal } from "@preact/signals";
import { Tabs } from "../../parts/Tabs.tsx";
import { HOSTS, KEY_PLACEHOLDER } from "../../rules/host-blocks.ts";
import type { Connecting } from "../../state/connecting.ts";
import { ClaudeCode } from "./ClaudeCode.tsx";
import { OtherHost } from "./OtherHost.tsx";

const TABS = [
  { id: "claude-code", text: "Claude Code" },
  ...HOSTS.map(({ id, name }) => ({ id, text: name })),
];

type TellAgentProps = { made: Connecting | undefined; listId: string; secret: string | undefined };

/** What to paste where, for each host. */
export function TellAgent({ made, listId, secret }: TellAgentProps) {
  const chosen = useSignal("claude-code");
  const host = HOSTS.find(each => each.id === chosen.value);
  return (
    <>
      {secret === undefined && (
        <p class="banner">
          {made === undefined ? "Make a key first: then it stands in place here." : ""}
          {made !== undefined &&
            `A key is shown only when it is made. ${KEY_PLACEHOLDER} stands where yours belongs.`}
        </p>
      )}
      <Tabs label="Agent" tabs={TABS} chosen={chosen.value} onChoose={id => (chosen.value = id)}>
        {host === undefined ? (
          <ClaudeCode commands={made?.commands ?? []} secret={secret} />
        ) : (
          <OtherHost key={host.id} host={host} listId={listId} secret={secret} />
        )}
      </Tabs>
    </>
  );
}
