import assert from "node:assert/strict";
import { test } from "node:test";
import { parsedRule, repeatWords, writtenRule } from "./repeats.ts";

for (const [rrule, words] of [
  ["FREQ=DAILY", "every day"],
  ["FREQ=DAILY;INTERVAL=3", "every 3 days"],
  ["FREQ=WEEKLY", "every week"],
  ["FREQ=WEEKLY;INTERVAL=2", "every 2 weeks"],
  ["FREQ=WEEKLY;BYDAY=MO", "every Monday"],
  ["FREQ=WEEKLY;BYDAY=MO,TH", "every Monday and Thursday"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR", "every 2 weeks on Monday, Wednesday and Friday"],
  ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "every weekday"],
  ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "every 2 weeks on weekdays"],
  ["FREQ=MONTHLY", "every month"],
  ["FREQ=MONTHLY;BYMONTHDAY=31", "every month on the 31st"],
  ["FREQ=MONTHLY;BYMONTHDAY=1,12,22,23", "every month on the 1st, the 12th, the 22nd and the 23rd"],
  ["FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1", "every 3 months on the last day"],
  ["FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"],
  ["FREQ=MONTHLY;BYDAY=2TU", "every month on the second Tuesday"],
  ["FREQ=YEARLY", "every year"],
] as const) {
  test(`${rrule} reads “${words}”, and is written as it was`, () => {
    assert.equal(repeatWords(rrule), words);
    const rule = parsedRule(rrule);
    assert.equal(rule && writtenRule(rule), rrule);
  });
}

test("a rule is read in any case, and written in one form", () => {
  const rule = parsedRule("rrule:interval=1;byday=th,mo;freq=weekly");
  assert.equal(rule && writtenRule(rule), "FREQ=WEEKLY;BYDAY=MO,TH");
});

for (const rrule of [
  "",
  "FREQ=HOURLY",
  "FREQ=DAILY;COUNT=3",
  "FREQ=DAILY;UNTIL=20270101",
  "FREQ=DAILY;INTERVAL=0",
  "FREQ=DAILY;INTERVAL=1000",
  "FREQ=DAILY;INTERVAL=x",
  "FREQ=WEEKLY;BYDAY=XX",
  "FREQ=WEEKLY;BYDAY=",
  "FREQ=MONTHLY;BYDAY=6MO",
  "FREQ=MONTHLY;BYMONTHDAY=32",
  "FREQ=MONTHLY;BYMONTHDAY=0",
  "FREQ=DAILY;FREQ=WEEKLY",
]) {
  test(`“${rrule}” is no rule of ours, and is not guessed at`, () => {
    assert.equal(parsedRule(rrule), undefined);
    assert.equal(repeatWords(rrule), "repeats");
  });
}
