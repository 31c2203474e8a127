import assert from "node:assert/strict";
import { test } from "node:test";
import { type Block, boxesIn, type Inline, parse } from "./markdown.ts";

const text = (words: string): Inline => ({ kind: "text", text: words });
const paragraph = (...inlines: Inline[]): Block => ({ kind: "paragraph", inlines });
const link = (href: string, words: string): Inline => ({ kind: "link", href, inlines: [text(words)] });

/** All that a reader would see, and every address that could be followed. */
function seen(found: readonly Block[]): { words: string; hrefs: string[] } {
  const hrefs: string[] = [];
  const words: string[] = [];
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    else if (typeof value === "object" && value !== null) {
      if ("href" in value) hrefs.push(String(value.href));
      if ("text" in value) words.push(String(value.text));
      for (const each of Object.values(value)) if (typeof each === "object") walk(each);
    }
  };
  walk(found);
  return { words: words.join(""), hrefs };
}

const READ: [string, string, Block[]][] = [
  [
    "a paragraph",
    "one **two** *three* ~~four~~ `five`",
    [
      paragraph(
        text("one "),
        { kind: "strong", inlines: [text("two")] },
        text(" "),
        { kind: "em", inlines: [text("three")] },
        text(" "),
        { kind: "del", inlines: [text("four")] },
        text(" "),
        { kind: "code", text: "five" },
      ),
    ],
  ],
  ["a line break, which is one", "one\ntwo", [paragraph(text("one"), { kind: "break" }, text("two"))]],
  ["a heading", "## Why", [{ kind: "heading", level: 2, inlines: [text("Why")] }]],
  ["code with a language", "```py title\na < b\n```", [{ kind: "code", text: "a < b", language: "py" }]],
  ["a quote", "> said\n", [{ kind: "quote", blocks: [paragraph(text("said"))] }]],
  ["a rule", "---\n", [{ kind: "rule" }]],
  [
    "a list that begins at three",
    "3. a\n4. b\n",
    [
      {
        kind: "list",
        ordered: true,
        start: 3,
        isLoose: false,
        items: [{ blocks: [paragraph(text("a"))] }, { blocks: [paragraph(text("b"))] }],
      },
    ],
  ],
  [
    "boxes, counted over the whole text",
    "- [ ] a\n  - [x] b\n\n> 1. [X] c\n",
    [
      {
        kind: "list",
        ordered: false,
        start: 0,
        isLoose: false,
        items: [
          {
            blocks: [
              paragraph(text("a")),
              {
                kind: "list",
                ordered: false,
                start: 0,
                isLoose: false,
                items: [{ blocks: [paragraph(text("b"))], task: { nth: 1, checked: true } }],
              },
            ],
            task: { nth: 0, checked: false },
          },
        ],
      },
      {
        kind: "quote",
        blocks: [
          {
            kind: "list",
            ordered: true,
            start: 1,
            isLoose: false,
            items: [{ blocks: [paragraph(text("c"))], task: { nth: 2, checked: true } }],
          },
        ],
      },
    ],
  ],
  [
    "a table",
    "|a|b|\n|:-|-:|\n|1|2|\n",
    [
      {
        kind: "table",
        alignments: ["left", "right"],
        header: [[text("a")], [text("b")]],
        rows: [[[text("1")], [text("2")]]],
      },
    ],
  ],
  ["a link", "[site](https://a.test/b?c=1&amp;d=2)", [paragraph(link("https://a.test/b?c=1&d=2", "site"))]],
  [
    "an address alone",
    "see https://a.test/b.",
    [paragraph(text("see "), link("https://a.test/b", "https://a.test/b"), text("."))],
  ],
  ["a mailbox", "<me@a.test>", [paragraph(link("mailto:me@a.test", "me@a.test"))]],
  [
    "a reference link",
    "[site][1]\n\n[1]: https://a.test/ 'x'\n",
    [paragraph(link("https://a.test/", "site"))],
  ],
  [
    "an image, as a link by its alternative text",
    "![plan](https://a.test/p.png)",
    [paragraph(link("https://a.test/p.png", "plan"))],
  ],
  [
    "an image without words, by its address",
    "![](https://a.test/p.png)",
    [paragraph(link("https://a.test/p.png", "https://a.test/p.png"))],
  ],
  [
    "an image in a link, as one link",
    "[![badge](https://b.test/x.svg)](https://a.test/)",
    [paragraph(link("https://a.test/", "badge"))],
  ],
  [
    "references of characters",
    "a &lt;b&gt; &#x41; &amp;lt; &unheard;",
    [paragraph(text("a <b> A &lt; &unheard;"))],
  ],
  ["escapes", "\\*not\\* \\<b>", [paragraph(text("*not* <b>"))]],
  ["nothing", "", []],
];

for (const [what, notes, expected] of READ) {
  test(`it reads ${what}`, () => assert.deepEqual(parse(notes), expected));
}

const NOWHERE = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "<javascript:alert(1)>",
  "<java\tscript:alert(1)>",
  "\u0001javascript:alert(1)",
  "java&#x0A;script:alert(1)",
  "java&#0;script:alert(1)",
  "java&NewLine;script:alert(1)",
  "java&Tab;script:alert(1)",
  "&#106;avascript:alert(1)",
  "&#x6A;avascript&colon;alert(1)",
  "&#0000106avascript:alert(1)",
  "javascript&#58;alert(1)",
  "javascript%3Aalert(1)",
  "\\javascript:alert(1)",
  "java\u200bscript:alert(1)",
  "vbscript:msgbox(1)",
  "data:text/html,<script>alert(1)</script>",
  "data:text/html;base64,PHNjcmlwdD4=",
  "DATA:image/svg+xml,x",
  "blob:https://a.test/1",
  "file:///etc/passwd",
  "ftp://a.test/",
  "//evil.test/x",
  "\\\\\\\\evil.test",
  "/\\evil.test",
  "/settings",
  "settings",
  "#top",
  "?q",
  "https:evil.test",
  "http:",
  "http://",
  "https://[::1",
  "mailto:",
  "view-source:https://a.test",
  "chrome://settings",
  "intent://x#Intent;scheme=https;end",
];

for (const target of NOWHERE) {
  test(`${JSON.stringify(target)} is no place to go, however it is linked`, () => {
    for (const notes of [
      `[x](${target})`,
      `[x](<${target}>)`,
      `![x](${target})`,
      `<${target}>`,
      `[x][r]\n\n[r]: ${target}\n`,
      `[x][r]\n\n[r]: <${target}>\n`,
      `[![x](${target})](${target})`,
      `<a href="${target}">x</a>`,
      `| [x](${target}) |\n|-|\n`,
      `# [x](${target})`,
      `- [ ] [x](${target})`,
    ]) {
      for (const href of seen(parse(notes)).hrefs) {
        // In a text around it, an address of its own may be found.
        assert.match(href, /^(?:https?:\/\/[^/]*\.test\b|mailto:[^@]+@)/, notes);
        assert.doesNotMatch(href, /script|^data/i, notes);
      }
    }
    assert.deepEqual(seen(parse(`[x](${target})`)).hrefs, []);
  });
}

const RAW = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg/onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<a href='javascript:alert(1)'>x</a>",
  "<!-- hidden -->",
  "<!DOCTYPE html>",
  "<?php echo 1 ?>",
  "<![CDATA[ <b> ]]>",
  "<div>\n\n</div>",
  "<details open ontoggle=alert(1)>",
  "<style>*{display:none}</style>",
  "<math><mi//xlink:href='data:x,<script>'>",
  "<script",
  "<img src='x",
  "<!-- never closed",
  "text <b onclick=x>in</b> a line",
];

for (const notes of RAW) {
  test(`${JSON.stringify(notes)} is shown as it is written`, () => {
    const { words, hrefs } = seen(parse(notes));
    assert.equal(words, notes.replaceAll(/\n\n/g, ""));
    assert.deepEqual(hrefs, []);
  });
}

test("HTML keeps its lines", () => {
  assert.deepEqual(parse("<div>\n  <b>x</b>\n</div>\n\nend"), [
    { kind: "plain", text: "<div>\n  <b>x</b>\n</div>" },
    paragraph(text("end")),
  ]);
});

test("a link in a link is one link", () => {
  const { hrefs } = seen(parse("[a https://inner.test b](https://outer.test/)"));
  assert.equal(hrefs.length, 1);
});

test("characters that nobody sees stay in the text, and none of them reaches an address", () => {
  const odd = "a\u0000b \u202ec\u2066d \ud800e \u200bf";
  // A null is a character that Markdown may replace, and nothing else is touched.
  assert.equal(seen(parse(odd)).words.replace("\u0000", "\ufffd"), odd.replace("\u0000", "\ufffd"));
  assert.deepEqual(seen(parse("[x](https://a.test/\u202egnp.exe)")).hrefs, ["https://a.test/gnp.exe"]);
});

test("what looks like a member of every object is text", () => {
  const words = "[constructor][toString] [hasOwnProperty] &constructor; &valueOf;";
  assert.equal(seen(parse(words)).words, words);
});

test("a paragraph that is too intricate is shown as it is written, and the others are read", () => {
  const intricate = `${"*a **b ".repeat(2_500)}&amp;\nend`;
  const [title, shown, last] = parse(`# Title\n\n${intricate}\n\nand *more*`);
  assert.deepEqual(title, { kind: "heading", level: 1, inlines: [text("Title")] });
  const [first, second] = intricate.split("\n") as [string, string];
  const expected = paragraph(text(first), { kind: "break" }, text(second));
  assert.ok(JSON.stringify(shown) === JSON.stringify(expected));
  assert.deepEqual(last, paragraph(text("and "), { kind: "em", inlines: [text("more")] }));
});

test("what is nested beyond reason is shown as it is written", () => {
  const deep = `${"> ".repeat(5_000)}x`;
  assert.deepEqual(parse(deep), [{ kind: "plain", text: deep }]);
  assert.deepEqual(boxesIn(parse(`${"- ".repeat(300)}[ ] x`)), []);
});
