import { Fragment } from "preact";
import type { Alignment, Block, Inline, Item } from "../rules/markdown.ts";

export type OnTick = ((nth: number, checked: boolean) => void) | undefined;

export function Blocks({ of, onTick }: { of: readonly Block[]; onTick: OnTick }) {
  return (
    <>
      {of.map((block, at) => (
        <One key={at} block={block} onTick={onTick} />
      ))}
    </>
  );
}

function One({ block, onTick }: { block: Block; onTick: OnTick }) {
  switch (block.kind) {
    case "paragraph":
      return (
        <p dir="auto">
          <Inlines of={block.inlines} />
        </p>
      );
    case "heading": {
      // The page's own headings are above: those of notes start below them.
      const Heading = `h${Math.min(block.level + 3, 6)}` as "h4" | "h5" | "h6";
      return (
        <Heading dir="auto">
          <Inlines of={block.inlines} />
        </Heading>
      );
    }
    case "list":
      return <List list={block} onTick={onTick} />;
    case "code":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled by keyboard, too
        <pre dir="ltr" tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      );
    case "quote":
      return (
        <blockquote>
          <Blocks of={block.blocks} onTick={onTick} />
        </blockquote>
      );
    case "table":
      return <Table table={block} />;
    case "rule":
      return <hr />;
    case "plain":
      return (
        <p class="plain-text" dir="auto">
          {block.text}
        </p>
      );
  }
}

function List({ list, onTick }: { list: Block & { kind: "list" }; onTick: OnTick }) {
  const items = list.items.map((item, at) => (
    <li key={at} class={item.task ? "task-item" : ""}>
      {item.task && <Box task={item.task} line={wordsOf(item)} onTick={onTick} />}
      <div class="item-blocks">
        <Blocks of={item.blocks} onTick={onTick} />
      </div>
    </li>
  ));
  return list.ordered ? <ol start={list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Box({ task, line, onTick }: { task: NonNullable<Item["task"]>; line: string; onTick: OnTick }) {
  return (
    <label class="task">
      <input
        type="checkbox"
        checked={task.checked}
        disabled={onTick === undefined}
        aria-label={line || "An item without words"}
        onChange={() => onTick?.(task.nth, !task.checked)}
      />
    </label>
  );
}

/** The words of the item's own line, without those of lists in it. */
function wordsOf(item: Item): string {
  const line = item.blocks.find(block => block.kind === "paragraph");
  return line?.kind === "paragraph" ? said(line.inlines) : "";
}

function said(inlines: readonly Inline[]): string {
  return inlines
    .map(each => ("text" in each ? each.text : "inlines" in each ? said(each.inlines) : " "))
    .join("")
    .trim();
}

function Table({ table }: { table: Block & { kind: "table" } }) {
  const cell = (at: number) => ({ class: alignment(table.alignments[at] ?? null), dir: "auto" as const });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too
    <div class="table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {table.header.map((inlines, at) => (
              <th key={at} {...cell(at)}>
                <Inlines of={inlines} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            <tr key={line}>
              {row.map((inlines, at) => (
                <td key={at} {...cell(at)}>
                  <Inlines of={inlines} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function alignment(of: Alignment): string {
  return of === null ? "" : `align-${of}`;
}

function Inlines({ of }: { of: readonly Inline[] }) {
  return (
    <>
      {of.map((inline, at) => (
        <Fragment key={at}>{shown(inline)}</Fragment>
      ))}
    </>
  );
}

function shown(inline: Inline) {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "code":
      return <code>{inline.text}</code>;
    case "break":
      return <br />;
    case "link":
      return (
        <a href={inline.href} target="_blank" rel="noopener noreferrer nofollow">
          <Inlines of={inline.inlines} />
        </a>
      );
    default: {
      const Element = inline.kind;
      return (
        <Element>
          <Inlines of={inline.inlines} />
        </Element>
      );
    }
  }
}
