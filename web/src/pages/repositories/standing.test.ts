import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../rules/rows.ts";
import { rowsByRepository, standing } from "./standing.ts";

const NOW = new Date("2027-01-31T12:00:00Z");

function row(
  id: string,
  origin: Partial<NonNullable<Row["origin"]>> | undefined,
  more: Partial<Row> = {},
): Row {
  return {
    id,
    list_id: "l",
    title: id,
    notes: "",
    starred: false,
    order: id,
    version: 1,
    created_at: "2027-01-01T00:00:00Z",
    updated_at: "2027-01-01T00:00:00Z",
    ...(origin && { origin: { repository: "acme/widget", proposed: false, ...origin } }),
    ...more,
  };
}

test("Rows belong to a repository by its name and its former names, in any case", () => {
  const widget = { name: "acme/widget", former_names: ["acme/gadget"] };
  const other = { name: "acme/other", former_names: [] };
  const rows = [
    row("1", { repository: "Acme/Widget" }),
    row("2", { repository: "ACME/gadget" }),
    row("3", { repository: "acme/other" }),
    row("4", undefined),
  ];
  const found = rowsByRepository([widget, other], rows);
  assert.deepEqual(
    found.get("acme/widget")?.map(each => each.id),
    ["1", "2"],
  );
  assert.deepEqual(
    found.get("acme/other")?.map(each => each.id),
    ["3"],
  );
});

test("A repository without rows is there, with none", () => {
  assert.deepEqual(rowsByRepository([{ name: "acme/widget", former_names: [] }], []).get("acme/widget"), []);
});

test("Open ones are counted, and of those the handed back, the proposed and the claimed; a lapsed claim is none", () => {
  const claim = (expires_at: string) => ({ claim: { session_id: "s", expires_at } });
  const rows = [
    row("1", {}),
    row("2", { handed_back_at: "2027-01-02T00:00:00Z" }),
    row("3", { proposed: true }),
    row("4", {}, claim("2027-01-31T12:00:01Z")),
    row("5", {}, claim("2027-01-31T12:00:00Z")),
    row("6", {}, { completed_at: "2027-01-03T00:00:00Z", ...claim("2027-01-31T13:00:00Z") }),
  ];
  assert.deepEqual(standing(rows, NOW), { open: 5, handedBack: 1, proposed: 1, claimed: 1 });
});
