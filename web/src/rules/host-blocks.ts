/** What is pasted into agents, out of the guide to hosts, which says it once for people and for the page. */

export type Host = {
  id: string;
  name: string;
  /** The start of its heading in the guide. */
  heading: string;
  /** What is said above each block, in their order. */
  steps: readonly string[];
  /** Run, or put together from documentation alone. */
  isTried: boolean;
};

export const HOSTS: readonly Host[] = [
  {
    id: "opencode",
    name: "opencode",
    heading: "opencode",
    steps: [
      "Put this into opencode.json of a project, or into ~/.config/opencode/opencode.json for all of them:",
    ],
    isTried: true,
  },
  {
    id: "codex",
    name: "Codex CLI",
    heading: "Codex CLI",
    steps: [
      "Run these; the second shows whether it is there:",
      "Or write it into ~/.codex/config.toml yourself:",
    ],
    isTried: true,
  },
  {
    id: "cursor",
    name: "Cursor",
    heading: "Cursor",
    steps: ["Put this into .cursor/mcp.json of a project, or into ~/.cursor/mcp.json:"],
    isTried: false,
  },
  {
    id: "vscode",
    name: "VS Code",
    heading: "VS Code",
    steps: [
      "Put this into .vscode/mcp.json. VS Code asks for the key once, and keeps it where it keeps secrets:",
    ],
    isTried: false,
  },
  {
    id: "gemini",
    name: "Gemini CLI",
    heading: "Gemini CLI",
    steps: ["Put this into ~/.gemini/settings.json:"],
    isTried: false,
  },
  {
    id: "other",
    name: "Any other",
    heading: "Any MCP client",
    steps: ["With the Python SDK, as an example:"],
    isTried: true,
  },
];

/** Lets the tools of the plugin run without a question, as a drain that nobody watches needs. */
export const ALLOW_TOOLS = `echo '{"allow_tools": "true"}' | claude plugin configure follow-ups@follow-ups --values-stdin`;

/** Under this heading stands what other hosts are told in place of the plugin. */
export const AGENTS_HEADING = "What the plugin would say";

/** Stands where a key belongs. */
export const KEY_PLACEHOLDER = "YOUR_API_KEY";

/** The code blocks in the section whose heading begins so, without their fences. */
export function blocksUnder(guide: string, heading: string): string[] {
  const blocks: string[] = [];
  let isInside = false;
  let block: string[] | undefined;
  for (const line of guide.split("\n")) {
    if (line.startsWith("```")) {
      if (block !== undefined && isInside) blocks.push(block.join("\n"));
      block = block === undefined ? [] : undefined;
    } else if (block !== undefined) block.push(line);
    else if (line.startsWith("## ")) isInside = line.slice(3).startsWith(heading);
  }
  return blocks;
}

/** A block with the values of this deployment in it. */
export function filled(block: string, values: { mcpUrl: string; listId: string }): string {
  return block.replaceAll("MCP_URL", values.mcpUrl).replaceAll("LIST_ID", values.listId);
}
