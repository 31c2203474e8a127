/**
 * Markdown into tokens, at a cost that has a bound: notes are written by others, and what is small as text may take
 * minutes to understand. Work is counted, not timed, so that the same text always reads the same.
 */

import { Lexer, type Token, Tokenizer, type Tokens } from "marked";

/** In characters looked at: a pattern that may search the whole rest of a text counts as if it did. */
const MOST_WORK = 2_500_000;
/** Of it, what one paragraph may take. */
const RUN_WORK = 400_000;
const BLOCK_WORK = 50;
/** Each line of a quote may be put together anew with all lines before it. */
const QUOTED_BLOCK_WORK = 1_000;
/** A stretch of text is gone through several times before its first word is taken. */
const PASSES = 4;
const MOST_LINES = 10_000;
/** Longest paragraph, in characters. */
const LONGEST_RUN = 20_000;
const MOST_CELLS = 5_000;
const DEEPEST_BLOCKS = 24;
const DEEPEST_INLINES = 10;
/** Words and gaps of this length and more are searched once from each of their characters. */
const LONG_WORD = /\S{100,}|\s{100,}/g;
/** Marks whose other half may be anywhere behind them. */
const OPENING = new Set("*_~`[!<\\");
const TABLE = /^ *[^\n|]*\|[^\n]*\n {0,3}[|:\- ]*-[|:\- ]*(?:\n|$)/;

/** Undefined: the text is beyond a bound, and best shown as it is. A paragraph that is beyond one is a text token. */
export function lexed(text: string): Token[] | undefined {
  try {
    if (linesOf(text) > MOST_LINES) return undefined;
    return new BoundedLexer(new BoundedTokenizer()).lex(text);
  } catch (failure) {
    if (failure instanceof Beyond) return undefined;
    throw failure;
  }
}

function linesOf(text: string): number {
  let lines = 1;
  for (const _ of text.matchAll(/\r\n?|\n/g)) lines += 1;
  return lines;
}

class Beyond extends Error {}

class BoundedTokenizer extends Tokenizer {
  #work = 0;
  #most = MOST_WORK;
  #depth = 0;
  #quotes = 0;

  spend(work: number): void {
    this.#work += work;
    if (this.#work > this.#most) throw new Beyond();
  }

  beginRun(): void {
    this.#most = Math.min(MOST_WORK, this.#work + RUN_WORK);
  }

  /** Asked first for each block. */
  override space(src: string): Tokens.Space | undefined {
    this.spend(this.#quotes > 0 ? QUOTED_BLOCK_WORK : BLOCK_WORK);
    return super.space(src);
  }

  /** Asked first for each piece of a line. */
  override escape(src: string): Tokens.Escape | undefined {
    this.spend(OPENING.has(src.charAt(0)) ? src.length : 1);
    return super.escape(src);
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    this.#quotes += 1;
    const token = this.#within(src, () => super.blockquote(src));
    this.#quotes -= 1;
    return token;
  }

  override list(src: string): Tokens.List | undefined {
    return this.#within(src, () => super.list(src));
  }

  /** A short row is filled up to the columns of its header: a small text may be a million cells. */
  override table(src: string): Tokens.Table | undefined {
    if (TABLE.test(src)) {
      const columns = src.slice(0, src.indexOf("\n")).split("|").length;
      if (columns * linesOf(src.split("\n\n", 1)[0] ?? "") > MOST_CELLS) throw new Beyond();
    }
    return super.table(src);
  }

  #within<T extends { raw: string }>(src: string, take: () => T | undefined): T | undefined {
    if (this.#depth >= DEEPEST_BLOCKS) throw new Beyond();
    this.#depth += 1;
    const token = take();
    this.#depth -= 1;
    if (token !== undefined) this.spend(this.#depth > 0 ? src.length : token.raw.length);
    return token;
  }
}

class BoundedLexer extends Lexer {
  readonly #bounds: BoundedTokenizer;
  #depth = 0;

  constructor(bounds: BoundedTokenizer) {
    super({ gfm: true, breaks: true, tokenizer: bounds });
    this.#bounds = bounds;
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (this.#depth > 0) return this.#deeper(src, tokens);
    const before = tokens.length;
    try {
      this.#bounds.beginRun();
      if (src.length > LONGEST_RUN) throw new Beyond();
      for (const [word] of src.matchAll(LONG_WORD)) this.#bounds.spend(word.length ** 2 / 8);
      return this.#deeper(src, tokens);
    } catch (failure) {
      if (!(failure instanceof Beyond)) throw failure;
      this.#depth = 0;
      this.state.inLink = false;
      tokens.splice(before);
      tokens.push({ type: "text", raw: src, text: src, escaped: true });
      return tokens;
    }
  }

  #deeper(src: string, tokens: Token[]): Token[] {
    if (this.#depth >= DEEPEST_INLINES) throw new Beyond();
    this.#bounds.spend(PASSES * src.length);
    this.#depth += 1;
    const found = super.inlineTokens(src, tokens);
    this.#depth -= 1;
    return found;
  }
}
