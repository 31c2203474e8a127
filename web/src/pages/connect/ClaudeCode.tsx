import { Copyable } from "../../parts/Copyable.tsx";
import { ALLOW_TOOLS } from "../../rules/host-blocks.ts";
import { withSecret } from "../../state/connecting.ts";

const STEPS = ["the marketplace", "the installation", "the configuration"];

/** Claude Code, through the plugin. */
export function ClaudeCode({
  commands,
  secret,
}: {
  commands: readonly string[];
  secret: string | undefined;
}) {
  if (commands.length === 0) return <p>The commands for Claude Code come with a key.</p>;
  return (
    <>
      <p>Run these in a terminal. They add the plugin and give it its values:</p>
      {commands.map((command, at) => (
        <Copyable key={command} text={withSecret(command, secret)} what={STEPS[at] ?? "the command"} />
      ))}
      <p>So that the plugin's tools run without asking, as a drain that nobody watches needs:</p>
      <Copyable text={ALLOW_TOOLS} what="the permission" />
      <p>Then start a session in a repository. Each session is told where it stands.</p>
    </>
  );
}
