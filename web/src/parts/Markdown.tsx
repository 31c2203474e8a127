import "../styles/markdown.css";
import { useEffect, useState } from "preact/hooks";
import type { Block } from "../rules/markdown.ts";
import { partIsGone } from "../state/new-version.ts";
import { Blocks, type OnTick } from "./MarkdownBlocks.tsx";

type MarkdownProps = {
  of: string;
  /** Given where boxes can be ticked: told which one of the text, counted from 0. */
  onTick?: OnTick;
};

type Parse = (notes: string) => Block[];

/** Notes as they read. They become elements one by one; no text of theirs is ever taken for HTML. */
export function Markdown({ of, onTick }: MarkdownProps) {
  const [parse, setParse] = useState<Parse | undefined>(() => loaded);
  useEffect(() => {
    import("../rules/markdown.ts").then(part => {
      loaded = part.parse;
      setParse(() => part.parse);
    }, partIsGone);
  }, []);
  if (parse === undefined) return <p class="version">{of}</p>;
  return (
    <div class="markdown">
      <Blocks of={parse(of)} onTick={onTick} />
    </div>
  );
}

let loaded: Parse | undefined;
