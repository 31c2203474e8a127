/**
 * Notes as a tree that a page shows as elements. Whatever the text holds, the tree has texts, and links to sites and
 * mailboxes; HTML in it is text like any other.
 */

import type { MarkedToken, Token, Tokens } from "marked";
import { type Inline, inlines } from "./markdown-inlines.ts";
import { lexed } from "./markdown-lexing.ts";

export type { Inline };

export type Item = {
  blocks: Block[];
  /** A box to tick; `nth` counts the boxes of the whole text from 0. */
  task?: { nth: number; checked: boolean };
};

export type Alignment = "left" | "center" | "right" | null;

export type Block =
  | { kind: "paragraph"; inlines: Inline[] }
  | { kind: "heading"; level: number; inlines: Inline[] }
  | { kind: "list"; ordered: boolean; start: number; isLoose: boolean; items: Item[] }
  | { kind: "code"; text: string; language?: string }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "table"; alignments: Alignment[]; header: Inline[][]; rows: Inline[][][] }
  | { kind: "rule" }
  /** Text to show as it is written, line breaks and all: HTML, and what is too intricate to be read. */
  | { kind: "plain"; text: string };

/** Longest notes that are read, in UTF-16 units; the service keeps 100,000 characters. */
const LONGEST = 200_000;

/** GFM, and a line break is one. The same text always gives the same tree, in a bounded time. */
export function parse(notes: string): Block[] {
  const tokens = notes.length > LONGEST ? undefined : lexed(notes);
  if (tokens === undefined) return [{ kind: "plain", text: notes }];
  return blocks(tokens, { boxes: 0 });
}

type Count = { boxes: number };

function blocks(tokens: readonly Token[], count: Count): Block[] {
  return tokens.flatMap(token => block(token as MarkedToken, count) ?? []);
}

function block(token: MarkedToken, count: Count): Block | undefined {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return undefined;
    case "heading":
      return { kind: "heading", level: token.depth, inlines: inlines(token.tokens) };
    case "code":
      return code(token);
    case "blockquote":
      return { kind: "quote", blocks: blocks(token.tokens, count) };
    case "list":
      return list(token, count);
    case "hr":
      return { kind: "rule" };
    case "table":
      return table(token);
    case "html":
      return { kind: "plain", text: token.raw.replace(/\n+$/, "") };
    case "paragraph":
    case "text":
      return { kind: "paragraph", inlines: inlines(token.tokens ?? [token]) };
    default:
      return { kind: "paragraph", inlines: inlines([token]) };
  }
}

function code(token: Tokens.Code): Block {
  const language = token.lang?.match(/^\S+/)?.[0];
  return { kind: "code", text: token.text, ...(language !== undefined && { language }) };
}

function list(token: Tokens.List, count: Count): Block {
  const items = token.items.map(item => {
    const { checked } = item;
    const task = item.task && checked !== undefined ? { nth: count.boxes++, checked } : undefined;
    return { blocks: blocks(item.tokens, count), ...(task && { task }) };
  });
  return {
    kind: "list",
    ordered: token.ordered,
    start: Number(token.start || 0),
    isLoose: token.loose,
    items,
  };
}

function table(token: Tokens.Table): Block {
  return {
    kind: "table",
    alignments: token.align,
    header: token.header.map(cell => inlines(cell.tokens)),
    rows: token.rows.map(row => row.map(cell => inlines(cell.tokens))),
  };
}

/** Whether each box of the text is ticked, in order. */
export function boxesIn(found: readonly Block[]): boolean[] {
  return found.flatMap(each => {
    if (each.kind === "quote") return boxesIn(each.blocks);
    if (each.kind !== "list") return [];
    return each.items.flatMap(item => [...(item.task ? [item.task.checked] : []), ...boxesIn(item.blocks)]);
  });
}
