import assert from "node:assert/strict";
import { test } from "node:test";
import { MOST_BYTES, NotUnderstood } from "./chosen-file.ts";
import { readForeignCsv } from "./foreign-csv.ts";

const UNCLOSED =
  "Its quotation marks do not fit together, so that it and what follows cannot be told apart. Mend them and import it again.";
const OWNER = { zone: "Europe/Berlin", now: new Date("2026-11-30T12:00:00.000Z") };
const read = (csv: string) => readForeignCsv(csv, OWNER);

const TICKTICK = [
  "Folder Name",
  "List Name",
  "Title",
  "Kind",
  "Tags",
  "Content",
  "Is Check list",
  "Start Date",
  "Due Date",
  "Reminder",
  "Repeat",
  "Priority",
  "Status",
  "Created Time",
  "Completed Time",
  "Order",
  "Timezone",
  "Is All Day",
  "taskId",
  "parentId",
];
const TODOIST = [
  "TYPE",
  "CONTENT",
  "DESCRIPTION",
  "PRIORITY",
  "INDENT",
  "AUTHOR",
  "RESPONSIBLE",
  "DATE",
  "DATE_LANG",
  "TIMEZONE",
];

const quoted = (cells: readonly string[]) => cells.map(cell => `"${cell.replaceAll('"', '""')}"`).join(",");

function csv(columns: readonly string[], rows: readonly Record<string, string>[], end = "\n"): string {
  return [columns, ...rows.map(row => columns.map(column => row[column] ?? ""))].map(quoted).join(end) + end;
}

const ticktick = (rows: readonly Record<string, string>[], end?: string) => csv(TICKTICK, rows, end);
const todoist = (rows: readonly Record<string, string>[]) => csv(TODOIST, rows);

test("a child before its parent, rows above the header and a byte-order mark: both come in, and the child names its parent (J01)", () => {
  const above = '"Date: 2026-11-30+0000"\n"Version: 7.1"\n"Status: \n0 Normal\n1 Completed\n2 Archived"\n';
  const rows = [
    { Title: "Buy paint", taskId: "2", parentId: "1", Status: "0" },
    { Title: "Paint the room", Content: "Two coats", taskId: "1", Status: "0" },
  ];
  assert.deepEqual(read(`\ufeff${above}${ticktick(rows)}`), {
    todos: [
      { title: "Buy paint", notes: "Part of: Paint the room" },
      { title: "Paint the room", notes: "Two coats" },
    ],
    refused: [],
  });
});

for (const end of ["\n", "\r\n"]) {
  test(`a cell with line ends and quotes is one row, and the notes are exact, with rows that end in ${JSON.stringify(end)} (J03)`, () => {
    const content = 'line one\r\nline two, with "quotes"';
    assert.deepEqual(read(ticktick([{ Title: "A", Content: content }], end)), {
      todos: [{ title: "A", notes: content }],
      refused: [],
    });
  });
}

test("of 500 rows of which the third has no title, 499 come in, and the third is named with the reason (J05)", () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({
    Title: at === 2 ? " " : `Todo ${at}`,
    Content: "x",
  }));
  const { todos, refused } = read(ticktick(rows));
  assert.equal(todos.length, 499);
  assert.deepEqual(refused, [{ row: 3, reason: "It has no title." }]);
});

const DUES: [string, Record<string, string>, object | undefined, string?][] = [
  [
    "a whole day, which began elsewhere the evening before",
    { "Due Date": "2027-01-30T23:00:00+0000", "Is All Day": "true", Timezone: "Europe/Berlin" },
    { date: "2027-01-31" },
  ],
  [
    "a time, on the clocks of its zone",
    { "Due Date": "2027-01-31T14:00:00+0000", "Is All Day": "false", Timezone: "America/New_York" },
    { at: "2027-01-31T09:00", time_zone: "America/New_York" },
  ],
  [
    "a time without a zone, on the owner's clocks",
    { "Due Date": "2027-01-31T08:00:00+0000" },
    { at: "2027-01-31T09:00", time_zone: "Europe/Berlin" },
  ],
  [
    "a zone that is none, as the owner's",
    { "Due Date": "2027-01-31T08:00:00+0000", Timezone: "GMT+5" },
    { at: "2027-01-31T09:00", time_zone: "Europe/Berlin" },
  ],
  [
    "a start alone",
    { "Start Date": "2027-01-31T08:00:00+0000" },
    { at: "2027-01-31T09:00", time_zone: "Europe/Berlin" },
  ],
  ["words, which go into the notes", { "Due Date": "next spring" }, undefined, "Due: next spring"],
  [
    "a day that does not exist",
    { "Due Date": "2027-13-31T08:00:00+0000" },
    undefined,
    "Due: 2027-13-31T08:00:00+0000",
  ],
  [
    "a year that the service does not take",
    { "Due Date": "1069-01-31T08:00:00+0000" },
    undefined,
    "Due: 1069-01-31T08:00:00+0000",
  ],
];

for (const [what, cells, due, notes] of DUES) {
  test(`a TickTick task may be due at ${what}`, () => {
    const { todos } = read(ticktick([{ Title: "A", ...cells }]));
    assert.deepEqual(todos, [{ title: "A", ...(notes && { notes }), ...(due && { due }) }]);
  });
}

test("what is done in TickTick is completed, when it was; a high priority is a star", () => {
  const created = "2026-01-02T03:04:05+0000";
  const { todos } = read(
    ticktick([
      { Title: "open", Status: "0", Priority: "5", "Created Time": created },
      { Title: "done", Status: "1", Priority: "3", "Completed Time": "2026-02-02T03:04:05+0000" },
      { Title: "archived", Status: "2" },
    ]),
  );
  assert.deepEqual(todos, [
    { title: "open", starred: true, created_at: "2026-01-02T03:04:05.000Z" },
    { title: "done", completed_at: "2026-02-02T03:04:05.000Z" },
    { title: "archived", completed_at: "2026-11-30T12:00:00.000Z" },
  ]);
});

test("what has no field of its own is kept in the notes", () => {
  const row = {
    Title: "A",
    Content: "text",
    Tags: "home, paint",
    Repeat: "FREQ=WEEKLY",
    "List Name": "House",
  };
  const other = { Title: "B", "Folder Name": "Work", "List Name": "Team" };
  assert.deepEqual(read(ticktick([row, other])).todos, [
    { title: "A", notes: "text\n\nList: House\n\nTags: home, paint\n\nRepeats: FREQ=WEEKLY" },
    { title: "B", notes: "List: Work / Team" },
  ]);
});

test("an open task with a due repeats where the service takes its rule; else the rule stands in the notes", () => {
  const day = { "Due Date": "2027-01-31T00:00:00+0000", "Is All Day": "true", Timezone: "UTC" };
  const due = { date: "2027-01-31" };
  const rule = (Repeat: string) => read(ticktick([{ Title: "A", ...day, Repeat }])).todos[0];
  for (const [written, rrule] of [
    ["FREQ=DAILY;INTERVAL=1", "FREQ=DAILY"],
    ["RRULE:FREQ=WEEKLY;INTERVAL=1;WKST=SU;BYDAY=TH,MO", "FREQ=WEEKLY;BYDAY=MO,TH"],
    ["RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=MO;BYDAY=TH,MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH"],
    ["RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=2TU"],
  ] as const)
    assert.deepEqual(rule(written), { title: "A", due, repeat: { rrule } });
  for (const written of [
    "FREQ=DAILY;COUNT=3",
    "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TH,MO",
    "FREQ=WEEKLY;BYMONTHDAY=1",
    "FREQ=MONTHLY;BYDAY=MO",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=YEARLY;BYDAY=MO",
    "FREQ=DAILY;INTERVAL=2;BYDAY=MO",
    "ERULE:NAME=CUSTOM;BYDATE=20270131",
    "every day",
  ])
    assert.deepEqual(rule(written), { title: "A", notes: `Repeats: ${written}`, due });
  const done = { Title: "A", ...day, Status: "2", Repeat: "FREQ=DAILY" };
  const completed_at = "2026-11-30T12:00:00.000Z";
  assert.deepEqual(read(ticktick([done])).todos, [
    { title: "A", notes: "Repeats: FREQ=DAILY", due, completed_at },
  ]);
});

test("the list within a TickTick task becomes boxes", () => {
  const { todos } = read(ticktick([{ Title: "A", "Is Check list": "Y", Content: "▫one\r▪two\n▫three" }]));
  assert.deepEqual(todos, [{ title: "A", notes: "- [ ] one\n- [x] two\n- [ ] three" }]);
});

test("a project of Todoist comes in with its sections, its sub-tasks and its comments", () => {
  const { todos, refused } = read(
    todoist([
      { TYPE: "meta", CONTENT: "view_style=board" },
      { TYPE: "task", CONTENT: "First", PRIORITY: "1", INDENT: "1", DATE: "2027-01-31" },
      { TYPE: "note", CONTENT: "A comment\nof two lines" },
      {},
      { TYPE: "section", CONTENT: "Later" },
      { TYPE: "task", CONTENT: "Parent", DESCRIPTION: "why", PRIORITY: "4", INDENT: "1" },
      {
        TYPE: "task",
        CONTENT: "Child",
        PRIORITY: "4",
        INDENT: "2",
        DATE: "2027-01-31 15:00",
        TIMEZONE: "America/New_York",
      },
      {
        TYPE: "task",
        CONTENT: "Grandchild",
        PRIORITY: "4",
        INDENT: "3",
        DATE: "every friday",
        DATE_LANG: "en",
      },
      { TYPE: "task", CONTENT: "Second child", PRIORITY: "4", INDENT: "2", DATE: "2027-01-31T14:00:00Z" },
      { TYPE: "task", CONTENT: "Another", PRIORITY: "4", INDENT: "1" },
    ]),
  );
  assert.deepEqual(refused, []);
  assert.deepEqual(todos, [
    { title: "First", notes: "A comment\nof two lines", starred: true, due: { date: "2027-01-31" } },
    { title: "Parent", notes: "why\n\nSection: Later" },
    {
      title: "Child",
      notes: "Part of: Parent\n\nSection: Later",
      due: { at: "2027-01-31T15:00", time_zone: "America/New_York" },
    },
    { title: "Grandchild", notes: "Part of: Child\n\nSection: Later\n\nDue: every friday" },
    {
      title: "Second child",
      notes: "Part of: Parent\n\nSection: Later",
      due: { at: "2027-01-31T15:00", time_zone: "Europe/Berlin" },
    },
    { title: "Another", notes: "Section: Later" },
  ]);
});

for (const written of ["2027-02-30", "2027-01-31 25:00", "1969-12-31", "31.1.2027", "tomorrow"]) {
  test(`a date of Todoist that is “${written}” goes into the notes`, () => {
    const { todos } = read(todoist([{ TYPE: "task", CONTENT: "A", DATE: written }]));
    assert.deepEqual(todos, [{ title: "A", notes: `Due: ${written}` }]);
  });
}

test("what belongs to no task in Todoist is named", () => {
  const { todos, refused } = read(
    todoist([
      { TYPE: "note", CONTENT: "about the project" },
      { TYPE: "task", CONTENT: "" },
      { TYPE: "note", CONTENT: "about nothing" },
      { TYPE: "label", CONTENT: "x" },
    ]),
  );
  assert.deepEqual(todos, []);
  assert.deepEqual(
    refused.map(each => each.row),
    [1, 2, 3, 4],
  );
});

test("a formula is a text, and so is a name that every object has", () => {
  const title = '=HYPERLINK("https://evil.test","x")';
  const { todos } = read(
    ticktick([{ Title: title, Content: "@SUM(1)", taskId: "__proto__", parentId: "constructor" }]),
  );
  assert.deepEqual(todos, [{ title, notes: "@SUM(1)" }]);
});

test("a title on several lines, or with what would reorder its row, becomes one line", () => {
  const { todos } = read(ticktick([{ Title: "one\r\ntwo\u202e three" }]));
  assert.deepEqual(todos, [{ title: "one two  three" }]);
});

test("a title that is too long is cut between characters as people see them, and stands whole in the notes", () => {
  const family = "👩‍👩‍👧";
  const long = `${"x".repeat(996)}${family}${family}`;
  const [todo] = read(ticktick([{ Title: long, Content: "text" }])).todos as {
    title: string;
    notes: string;
  }[];
  assert.equal(todo?.title, `${"x".repeat(996)}…`);
  assert.equal(todo?.notes, `${long}\n\ntext`);
});

test("a title of exactly the longest length stays as it is, also where each character takes two units", () => {
  const title = "𝐀".repeat(1000);
  assert.deepEqual(read(ticktick([{ Title: title }])).todos, [{ title }]);
});

test("one character that is longer than a title is cut all the same", () => {
  const [todo] = read(ticktick([{ Title: `a${"\u0301".repeat(3000)}` }])).todos as { title: string }[];
  assert.equal(Array.from(todo?.title ?? "").length, 1000);
});

test("cells may be apart by semicolons or tabs", () => {
  for (const separator of [";", "\t"]) {
    const file = `${TODOIST.join(separator)}\r\n${["task", "A, b", "", "1", "1"].join(separator)}\r\n`;
    assert.deepEqual(read(file), { todos: [{ title: "A, b", starred: true }], refused: [] });
  }
});

test("quotation marks that do not fit together are named, and the rows around them come in", () => {
  const columns = "TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT\n";
  assert.deepEqual(read(`${columns}task,A,,4,1\ntask,"B" or not\n",,4,1\ntask,C,,4,1\n`), {
    todos: [{ title: "A" }, { title: "C" }],
    refused: [{ row: 2, reason: UNCLOSED }],
  });
  assert.deepEqual(read(`${columns}task,A,,4,1\ntask,"B,,4,1\ntask,C,,4,1\n`), {
    todos: [{ title: "A" }],
    refused: [{ row: 2, reason: UNCLOSED }],
  });
});

test("a quotation mark within a cell is a text", () => {
  assert.deepEqual(read('TYPE,CONTENT,PRIORITY,INDENT\ntask,5" disk,4,1\n').todos, [{ title: '5" disk' }]);
});

for (const [what, file] of [
  ["another product's", "name,when\nA,tomorrow\n"],
  ["an empty one", ""],
  ["a picture", "\u0089PNG\r\n\u001a\n\u0000"],
] as const) {
  test(`${what} file is refused, and what is understood is named`, () => {
    assert.throws(
      () => read(file),
      (failure: Error) => failure instanceof NotUnderstood && /TickTick and Todoist/.test(failure.message),
    );
  });
}

test("a file that is too large is refused before it is read", () => {
  const large = { length: 100 * 1024 * 1024 } as unknown as string;
  assert.ok(MOST_BYTES < 100 * 1024 * 1024);
  assert.throws(() => read(large), /100 MB; at most 50 MB/);
});
