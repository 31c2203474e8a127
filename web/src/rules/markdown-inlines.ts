/** What stands in a line of Markdown, from tokens: texts, marks around them, and links that lead somewhere safe. */

import type { MarkedToken, Token, Tokens } from "marked";
import { dereferenced, linkTarget } from "./link-targets.ts";

export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "break" }
  | { kind: "strong" | "em" | "del"; inlines: Inline[] }
  | { kind: "link"; href: string; inlines: Inline[] };

/** In a link there is no other one: what would be is its text. */
export function inlines(tokens: readonly Token[], inLink = false): Inline[] {
  const found: Inline[] = [];
  for (const token of tokens) {
    for (const each of inline(token as MarkedToken, inLink)) {
      const last = found.at(-1);
      if (each.kind === "text" && last?.kind === "text") last.text += each.text;
      else found.push(each);
    }
  }
  return found;
}

function inline(token: MarkedToken, inLink: boolean): Inline[] {
  switch (token.type) {
    case "checkbox":
      return [];
    case "br":
      return [{ kind: "break" }];
    case "codespan":
      return [{ kind: "code", text: token.text }];
    case "escape":
      return [{ kind: "text", text: token.text }];
    case "strong":
    case "em":
    case "del":
      return [{ kind: token.type, inlines: inlines(token.tokens, inLink) }];
    case "link":
      return link(token, inlines(token.tokens, true), inLink);
    case "image":
      return link(token, inlines(token.tokens, true), inLink);
    case "text":
      return token.escaped ? asWritten(token.text) : [{ kind: "text", text: dereferenced(token.text) }];
    default:
      return [{ kind: "text", text: token.raw }];
  }
}

function asWritten(text: string): Inline[] {
  return text.split("\n").flatMap((line, at): Inline[] => {
    const shown: Inline = { kind: "text", text: line };
    return at > 0 ? [{ kind: "break" }, shown] : [shown];
  });
}

/** A link, or an image, which is a link to it. One that leads nowhere is shown as it is written. */
function link(token: Tokens.Link | Tokens.Image, shown: Inline[], inLink: boolean): Inline[] {
  if (inLink) return shown;
  const isLiteral = "autolink" in token && token.autolink === true;
  const href = linkTarget(isLiteral ? token.href : dereferenced(token.href));
  if (href === undefined) return [{ kind: "text", text: token.raw }];
  return [{ kind: "link", href, inlines: shown.length > 0 ? shown : [{ kind: "text", text: href }] }];
}
