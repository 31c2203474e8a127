/** Where a link in somebody's notes may lead: to a site or a mailbox, and nowhere else. */

const SCHEMES = new Set(["http:", "https:", "mailto:"]);
/** A host has to be named: `https:x` and `//x` mean different places on different pages. */
const ABSOLUTE = /^(?:https?:\/\/|mailto:)[^/?#\s]/i;

/** The references that people write by name, and those that hide a scheme. Others stay as they are written. */
const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  Tab: "\t",
  NewLine: "\n",
  colon: ":",
  sol: "/",
  lpar: "(",
  rpar: ")",
  num: "#",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  laquo: "«",
  raquo: "»",
  bull: "•",
  middot: "·",
  times: "×",
  larr: "←",
  rarr: "→",
  deg: "°",
  euro: "€",
  check: "✓",
};
const REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{2,8}));/g;

/** The text with its character references as the characters that they stand for; each is read once. */
export function dereferenced(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(REFERENCE, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "\ufffd";
  });
}

/** The address to link to, as it was checked; undefined where the text should stay a text. */
export function linkTarget(written: string): string | undefined {
  // Browsers pass over controls and line breaks when they look for the scheme, so they go first.
  const bare = written.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "").trim();
  if (!ABSOLUTE.test(bare) || !URL.canParse(bare)) return undefined;
  const url = new URL(bare);
  return SCHEMES.has(url.protocol) ? url.href : undefined;
}
