import { useMemo } from "preact/hooks";
import { Blocks } from "../../parts/MarkdownBlocks.tsx";
import type { Block } from "../../rules/markdown.ts";
import "../../styles/markdown.css";

export type Parse = (notes: string) => Block[];

/** Notes on paper. The parser is given: thousands of them would each wait for it. */
export function PrintedNotes({ of, parse }: { of: string; parse: Parse }) {
  const blocks = useMemo(() => parse(of), [of, parse]);
  return (
    <div class="printed-notes markdown">
      <Blocks of={blocks} onTick={undefined} />
    </div>
  );
}
