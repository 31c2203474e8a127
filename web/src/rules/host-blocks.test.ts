import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AGENTS_HEADING, ALLOW_TOOLS, blocksUnder, filled, HOSTS } from "./host-blocks.ts";

const ours = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf-8");
const guide = ours("docs/hosts.md");
const VALUES = { mcpUrl: "https://follow-ups.example/mcp", listId: "0190-list" };

for (const host of HOSTS) {
  test(`The guide has a block for each step of ${host.name}`, () => {
    const blocks = blocksUnder(guide, host.heading);
    assert.equal(blocks.length, host.steps.length);
    assert.ok(blocks.some(block => block.includes("MCP_URL")));
    for (const block of blocks.map(each => filled(each, VALUES))) {
      assert.doesNotMatch(block, /MCP_URL|LIST_ID/);
      if (block.startsWith("{")) assert.ok(JSON.stringify(JSON.parse(block)).includes(VALUES.mcpUrl));
    }
  });

  test(`The page says of ${host.name} whether it was tried, as the guide does`, () => {
    const heading = guide.split("\n").find(line => line.startsWith(`## ${host.heading}`)) ?? "";
    assert.equal(!heading.includes("(not run)"), host.isTried);
  });
}

test("What other hosts are told is one block, headings and all, with the list's id in it", () => {
  const [block = "", ...more] = blocksUnder(guide, AGENTS_HEADING);
  assert.equal(more.length, 0);
  assert.ok(block.startsWith("## Follow-ups\n"));
  assert.ok(block.includes("### Drain"));
  assert.ok(filled(block, VALUES).includes(VALUES.listId));
});

test("Tools are let through by the line that the terminal prints", () => {
  assert.ok(ours("local/commands.py").includes(ALLOW_TOOLS));
});
