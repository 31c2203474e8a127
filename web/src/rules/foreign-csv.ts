/** Todos out of the CSV file of another product, recognised by its header. A cell is a text, whatever it begins with. */

import Papa from "papaparse";
import { type Chosen, checkSize, NotUnderstood } from "./chosen-file.ts";
import type { Cells, Owner } from "./imported-todos.ts";
import { isTickTick, readTickTick } from "./ticktick.ts";
import { isTodoist, readTodoist } from "./todoist.ts";

const SEPARATORS = [",", ";", "\t"];
/** How far down a header is looked for: some files say first what they are. */
const ROWS_ABOVE = 40;
/** Such a row may have swallowed what follows: it may be half a todo, or many. */
const UNCLOSED =
  "Its quotation marks do not fit together, so that it and what follows cannot be told apart. Mend them and import it again.";

/** Raises NotUnderstood. Rows are counted below the header. */
export function readForeignCsv(text: string, owner: Owner): Chosen {
  checkSize(text.length);
  const csv = text.replace(/^\ufeff/, "");
  for (const separator of SEPARATORS) {
    const isHeader = ({ cells }: Line) => isTickTick(names(cells)) || isTodoist(names(cells));
    if (!linesOf(csv, separator, ROWS_ABOVE).some(isHeader)) continue;
    const lines = linesOf(csv, separator);
    const at = lines.findIndex(isHeader);
    const columns = names(lines[at]?.cells ?? []);
    const rows = lines.slice(at + 1).map(line => ({ ...line, cells: cellsOf(columns, line.cells) }));
    const broken = rows.flatMap(({ isWhole }, each) =>
      isWhole ? [] : [{ row: each + 1, reason: UNCLOSED }],
    );
    const whole = rows.map(({ cells, isWhole }) => (isWhole ? cells : undefined));
    const { todos, refused } = isTickTick(columns) ? readTickTick(whole, owner) : readTodoist(whole, owner);
    return { todos, refused: [...refused, ...broken].sort((one, other) => one.row - other.row) };
  }
  const first = linesOf(csv, ",", 1)[0]?.cells.join(", ").slice(0, 80) ?? "";
  throw new NotUnderstood(
    `This CSV file cannot be read: its first row is “${first}”. What is understood are the exports of TickTick and ` +
      "Todoist, by the header that they write, and exports of this product in JSON.",
  );
}

type Line = { cells: string[]; isWhole: boolean };

/** The rows that say anything. */
function linesOf(text: string, delimiter: string, preview = 0): Line[] {
  const newline = text.includes("\n") ? "\n" : "\r";
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline, preview });
  const broken = new Set(errors.filter(each => each.type === "Quotes").map(each => each.row));
  const lines = data.map((row, at) => {
    // Line ends of the other kind stay at the end of a row; those within a quoted cell are part of it.
    const cells = row.map((cell, each) => (each === row.length - 1 ? cell.replace(/\r$/, "") : cell));
    return { cells, isWhole: !broken.has(at) };
  });
  return lines.filter(({ cells }) => cells.some(cell => cell.trim() !== ""));
}

function names(row: readonly string[]): string[] {
  return row.map(cell =>
    cell
      .replace(/^\ufeff/, "")
      .trim()
      .toLowerCase(),
  );
}

function cellsOf(columns: readonly string[], row: readonly string[]): Cells {
  return column => row[columns.indexOf(column.toLowerCase())] ?? "";
}
