import assert from "node:assert/strict";
import { test } from "node:test";
import {
  atInterval,
  KINDS,
  keepingDay,
  kindOf,
  monthChoices,
  ruleOfKind,
  toggled,
} from "./repeat-choices.ts";
import { parsedRule, type Rule, ruleOf, writtenRule } from "./repeats.ts";

const rule = (rrule: string): Rule => {
  const found = parsedRule(rrule);
  assert.ok(found);
  return found;
};
/** A Friday, the fourth and the last one of its month. */
const FRIDAY = { date: "2026-09-25" };

for (const kind of KINDS.filter(each => each !== "never" && each !== "other")) {
  test(`a todo for which ${kind} was chosen repeats so`, () => {
    const made = ruleOfKind(kind);
    assert.ok(made);
    assert.equal(kindOf({ rrule: writtenRule(made), anchor: "2026-09-25" }), kind);
  });
}

test("a rule that is not known stays what it is", () => {
  assert.equal(kindOf({ rrule: "FREQ=HOURLY", anchor: "2026-09-25" }), "other");
  assert.equal(kindOf(undefined), "never");
  assert.equal(ruleOfKind("other"), undefined);
});

for (const [wanted, interval] of [
  [2, 2],
  [0, 1],
  [-3, 1],
  [1.6, 2],
  [5000, 999],
  [Number.NaN, 1],
] as const) {
  test(`every ${wanted} is every ${interval}`, () =>
    assert.equal(atInterval(ruleOf("DAILY"), wanted).interval, interval));
}

for (const [before, day, after] of [
  ["FREQ=WEEKLY", 0, "FREQ=WEEKLY;BYDAY=MO,FR"],
  ["FREQ=WEEKLY;BYDAY=MO,FR", 0, "FREQ=WEEKLY"],
  ["FREQ=WEEKLY;BYDAY=MO,FR", 4, "FREQ=WEEKLY;BYDAY=MO"],
  ["FREQ=WEEKLY", 4, "FREQ=WEEKLY"],
  ["FREQ=WEEKLY;BYDAY=MO", 0, "FREQ=WEEKLY;BYDAY=MO"],
] as const) {
  test(`day ${day} of ${before}, due on a Friday, makes it ${after}`, () =>
    assert.equal(writtenRule(toggled(rule(before), FRIDAY, day)), after));
}

const texts = (rrule: string, date: string, anchor = date) =>
  monthChoices(rule(rrule), { date }, anchor).map(each => each.text);

test("a month offers the day, its last one and the day of the week", () => {
  assert.deepEqual(texts("FREQ=MONTHLY", "2026-09-25"), [
    "on the 25th",
    "on the last day",
    "on the fourth Friday",
    "on the last Friday",
  ]);
  assert.deepEqual(texts("FREQ=MONTHLY", "2026-09-30"), [
    "on the 30th",
    "on the last day",
    "on the last Wednesday",
  ]);
});

test("what the rule has and nobody would choose stays to be chosen", () =>
  assert.equal(texts("FREQ=MONTHLY;BYMONTHDAY=1,15", "2026-09-01").at(-1), "on the 1st, the 15th"));

test("a day that the rule names is offered once, as the rule has it", () => {
  const choices = monthChoices(rule("FREQ=MONTHLY;BYMONTHDAY=31"), { date: "2026-12-31" }, "2026-12-31");
  const [first] = choices.filter(each => each.text === "on the 31st");
  assert.equal(choices.filter(each => each.text === "on the 31st").length, 1);
  assert.equal(first?.value, "FREQ=MONTHLY;BYMONTHDAY=31");
});

test("a clamped day is not lost when the rule changes", () => {
  const due = { date: "2027-02-28" };
  assert.equal(texts("FREQ=MONTHLY", "2027-02-28", "2027-01-31")[0], "on the 31st");
  assert.equal(
    writtenRule(keepingDay(rule("FREQ=MONTHLY;INTERVAL=2"), due, "2027-01-31")),
    "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31",
  );
  assert.equal(writtenRule(keepingDay(rule("FREQ=MONTHLY"), due, "2027-01-28")), "FREQ=MONTHLY");
});
