import assert from "node:assert/strict";
import { test } from "node:test";
import { understood } from "./quick-add.ts";

const BERLIN = "Europe/Berlin";
/** A Monday, 10:00 in Berlin. */
const NOW = new Date("2026-09-21T08:00:00.000Z");

/** As "title | due | rule", the due without its zone. */
function read(line: string, now = NOW, zone = BERLIN): string {
  const { title, due, rrule } = understood(line, now, zone);
  const when = due === undefined ? [] : ["date" in due ? due.date : due.at];
  return [title, ...when, ...(rrule === undefined ? [] : [rrule])].join(" | ");
}

for (const [line, expected] of [
  ["Submit report friday at 3pm", "Submit report | 2026-09-25T15:00"],
  ["Standup at 9:30", "Standup | 2026-09-22T09:30"],
  ["Taxes 15 April", "Taxes | 2027-04-15"],
  ["Renew insurance 2026-12-01", "Renew insurance | 2026-12-01"],
  ["Call mum today", "Call mum | 2026-09-21"],
  ["Call mum tomorrow", "Call mum | 2026-09-22"],
  ["Call mum TOMORROW!", "Call mum | 2026-09-22"],
  ["Call mum the day after tomorrow", "Call mum | 2026-09-23"],
  ["Call mum tomorrow at 18:00", "Call mum | 2026-09-22T18:00"],
  ["Call mum at 6 pm tomorrow", "Call mum | 2026-09-22T18:00"],
  ["Call mum tomorrow morning", "Call mum | 2026-09-22T09:00"],
  ["Call mum this evening", "Call mum | 2026-09-21T19:00"],
  ["Call mum tonight", "Call mum | 2026-09-21T20:00"],
  ["Call mum 18:30", "Call mum | 2026-09-21T18:30"],
  ["Call mum 3pm", "Call mum | 2026-09-21T15:00"],
  ["Call mum 9.15am", "Call mum | 2026-09-22T09:15"],
  ["Call mum at 12am", "Call mum | 2026-09-22T00:00"],
  ["Call mum at 12 p.m.", "Call mum | 2026-09-21T12:00"],
  ["Call mum at noon", "Call mum | 2026-09-21T12:00"],
  ["Call mum by 5pm", "Call mum | 2026-09-21T17:00"],
  ["Call mum @ 17:00", "Call mum | 2026-09-21T17:00"],
  ["Call mum at 10:00", "Call mum | 2026-09-22T10:00"],
  ["Call mum at 11 o'clock", "Call mum | 2026-09-21T11:00"],
  ["Call mum friday at 3", "Call mum | 2026-09-25T15:00"],
  ["Call mum friday at 9", "Call mum | 2026-09-25T09:00"],
  ["Call mum friday, noon", "Call mum | 2026-09-25T12:00"],
  ["Send the draft, friday", "Send the draft | 2026-09-25"],
  ["Send the draft - friday", "Send the draft | 2026-09-25"],
  ["Send the draft: by friday", "Send the draft | 2026-09-25"],
  ["Send the draft due on friday", "Send the draft | 2026-09-25"],
  ["Send the draft monday", "Send the draft | 2026-09-28"],
  ["Send the draft this friday", "Send the draft | 2026-09-25"],
  ["Send the draft next friday", "Send the draft | 2026-10-02"],
  ["Send the draft next week", "Send the draft | 2026-09-28"],
  ["Send the draft next month", "Send the draft | 2026-10-01"],
  ["Send the draft next year", "Send the draft | 2027-01-01"],
  ["Send the draft by the end of the month", "Send the draft | 2026-09-30"],
  ["Send the draft this weekend", "Send the draft | 2026-09-26"],
  ["Dentist on wed", "Dentist | 2026-09-23"],
  ["Dentist sun 10:30", "Dentist | 2026-09-27T10:30"],
  ["Dentist tue", "Dentist | 2026-09-22"],
  ["Dentist in 3 days", "Dentist | 2026-09-24"],
  ["Dentist in three days at 8:15", "Dentist | 2026-09-24T08:15"],
  ["Dentist in a week", "Dentist | 2026-09-28"],
  ["Dentist in 2 weeks", "Dentist | 2026-10-05"],
  ["Dentist in 6 months", "Dentist | 2027-03-21"],
  ["Dentist in 2 hours", "Dentist | 2026-09-21T12:00"],
  ["Dentist in 90 minutes", "Dentist | 2026-09-21T11:30"],
  ["Dentist April 15", "Dentist | 2027-04-15"],
  ["Dentist on the 15th of April", "Dentist | 2027-04-15"],
  ["Dentist 1 Oct", "Dentist | 2026-10-01"],
  ["Dentist 21 September", "Dentist | 2026-09-21"],
  ["Dentist May 5th, 2028 at 9:00", "Dentist | 2028-05-05T09:00"],
  ["Dentist 29 February", "Dentist | 2028-02-29"],
  ["Dentist on the 15th", "Dentist | 2026-10-15"],
  ["Dentist on the 31st", "Dentist | 2026-10-31"],
  ["Dentist 2026-12-01T09:30", "Dentist | 2026-12-01T09:30"],
  ["Dentist 2026-12-01 at 9", "Dentist | 2026-12-01T09:00"],
  ["Water the plants every 2 weeks", "Water the plants | 2026-09-21 | FREQ=WEEKLY;INTERVAL=2"],
  ["Water the plants every weekday", "Water the plants | 2026-09-21 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
  [
    "Water the plants every weekday at 9",
    "Water the plants | 2026-09-22T09:00 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
  ],
  ["Pay rent every month on the 31st", "Pay rent | 2026-09-30 | FREQ=MONTHLY;BYMONTHDAY=31"],
  ["Pay rent every month on the 31st at 9am", "Pay rent | 2026-09-30T09:00 | FREQ=MONTHLY;BYMONTHDAY=31"],
  ["Pay rent every 31st", "Pay rent | 2026-09-30 | FREQ=MONTHLY;BYMONTHDAY=31"],
  ["Pay rent on the 1st and the 15th of every month", "Pay rent | 2026-10-01 | FREQ=MONTHLY;BYMONTHDAY=1,15"],
  ["Pay rent monthly on the last day", "Pay rent | 2026-09-30 | FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["Pay rent every last day of the month", "Pay rent | 2026-09-30 | FREQ=MONTHLY;BYMONTHDAY=-1"],
  ["Review every mon and thu at 9", "Review | 2026-09-24T09:00 | FREQ=WEEKLY;BYDAY=MO,TH"],
  ["Review every mon, wed and fri", "Review | 2026-09-21 | FREQ=WEEKLY;BYDAY=MO,WE,FR"],
  ["Review on mondays", "Review | 2026-09-21 | FREQ=WEEKLY;BYDAY=MO"],
  ["Review every other tuesday", "Review | 2026-09-22 | FREQ=WEEKLY;INTERVAL=2;BYDAY=TU"],
  ["Review every 2 weeks on friday at 14:00", "Review | 2026-09-25T14:00 | FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"],
  ["Review weekly on friday", "Review | 2026-09-25 | FREQ=WEEKLY;BYDAY=FR"],
  ["Review friday every 2 weeks", "Review | 2026-09-25 | FREQ=WEEKLY;INTERVAL=2"],
  ["Review every 2 weeks starting friday", "Review | 2026-09-25 | FREQ=WEEKLY;INTERVAL=2"],
  ["Review every monday from 2026-12-01", "Review | 2026-12-07 | FREQ=WEEKLY;BYDAY=MO"],
  ["Review every first monday of the month", "Review | 2026-10-05 | FREQ=MONTHLY;BYDAY=1MO"],
  ["Review every month on the last friday", "Review | 2026-09-25 | FREQ=MONTHLY;BYDAY=-1FR"],
  ["Gym every mon wed fri", "Gym | 2026-09-21 | FREQ=WEEKLY;BYDAY=MO,WE,FR"],
  ["Review every quarter", "Review | 2026-09-21 | FREQ=MONTHLY;INTERVAL=3"],
  ["Back up the laptop daily", "Back up the laptop | 2026-09-21 | FREQ=DAILY"],
  ["Back up the laptop every day at 8:00", "Back up the laptop | 2026-09-22T08:00 | FREQ=DAILY"],
  ["Back up the laptop every 3 days", "Back up the laptop | 2026-09-21 | FREQ=DAILY;INTERVAL=3"],
  ["Back up the laptop every evening", "Back up the laptop | 2026-09-21T19:00 | FREQ=DAILY"],
  ["Back up the laptop every weekend", "Back up the laptop | 2026-09-26 | FREQ=WEEKLY;BYDAY=SA,SU"],
  ["Birthday of the cat every 15 april", "Birthday of the cat | 2027-04-15 | FREQ=YEARLY"],
  ["Birthday of the cat 15 april every year", "Birthday of the cat | 2027-04-15 | FREQ=YEARLY"],
  ["Taxes yearly on May 31", "Taxes | 2027-05-31 | FREQ=YEARLY"],
  ['Watch "Freaky Friday" tomorrow', 'Watch "Freaky Friday" | 2026-09-22'],
  ['Buy a 24" monitor tomorrow', 'Buy a 24" monitor | 2026-09-22'],
  ["Ask the dentist's office 'n' all friday", "Ask the dentist's office 'n' all | 2026-09-25"],
  ["Watch Friday tomorrow", "Watch Friday | 2026-09-22"],
  ["Pay 5 invoices   next   week ", "Pay 5 invoices | 2026-09-28"],
  ["İstanbul’a git tomorrow", "İstanbul’a git | 2026-09-22"],
] as const) {
  test(`“${line}” is ${expected}`, () => assert.equal(read(line), expected));
}

for (const line of [
  "Move old monitor to attic",
  "Buy paprika",
  "I may be late",
  "tomorrow",
  "friday at 3pm",
  "Daily",
  'Watch "Friday"',
  "Watch “Friday”",
  "Watch 'Friday'",
  "Read `every day`",
  'Read "the day after tomorrow',
  "Read «friday at 3pm»",
  "Prepare the shop for Black Friday",
  "Prepare Cyber Monday",
  "Plan for tomorrow",
  "Write about friday",
  "Review notes from last friday",
  "Out of office until friday",
  "Collect mum's friday mails",
  "Publish The Weekly",
  "Rename daily to weekly",
  "Ask April",
  "Meet June and August",
  "Get some sun",
  "Look where she sat",
  "They wed",
  "Marathon",
  "Read Mar and Sept",
  "Order a sundae",
  "Fridays for future",
  "Friday's notes",
  "Tomorrowland tickets",
  "Monday is for planning",
  "Cap the retries at 3",
  "Look at 9",
  "Keep coverage at 90",
  "Read John 3:16",
  "Use an aspect of 16:9",
  "Upgrade to 24.04",
  "Turn it up to 11",
  "Read chapter 12",
  "Ship in 3 parts",
  "Meet at 25:00",
  "Meet at 13pm",
  "Meet 31 April",
  "Meet 30 February",
  "Look up the incident of 2026-09-20",
  "Look up 2026-09-20",
  "Look up 2026-02-30",
  "Retry every 0 days",
  "Watch Friday the 13th",
  "Read up on the end",
  "Are you free tomorrow?",
  "Find noon",
  "Good morning",
  "Work from friday",
  "friday call mum",
  "Every day is like sunday morning coming down",
  "تقرير الجمعة",
  "牛乳を買う",
] as const) {
  test(`“${line}” says nothing about when`, () => {
    assert.deepEqual(understood(line, NOW, BERLIN), { title: line });
  });
}

test("the words that were understood are told as they stand", () => {
  assert.equal(understood("Report  Friday at 3pm ", NOW, BERLIN).words, "Friday at 3pm");
});

test("a time is one of the owner's zone, and today is the owner's", () => {
  const late = new Date("2026-09-21T23:30:00.000Z");
  assert.deepEqual(understood("Call at 9:00", late, "America/New_York").due, {
    at: "2026-09-22T09:00",
    time_zone: "America/New_York",
  });
  assert.equal(read("Call tomorrow", late, BERLIN), "Call | 2026-09-23");
  assert.equal(read("Call tomorrow", late, "America/New_York"), "Call | 2026-09-22");
});

test("a line of quotes and spaces without an end is read in no time", () => {
  const long = `${'" ‘ “ '.repeat(160)} every ${"mon and ".repeat(60)}`;
  const began = performance.now();
  understood(long, NOW, BERLIN);
  assert.ok(performance.now() - began < 200);
});

test("the day that is looked at is meant where the words name none", () => {
  const on = (line: string) => understood(line, NOW, BERLIN, "2027-01-13");
  assert.deepEqual(on("Yoga at 6pm every week").due, { at: "2027-01-13T18:00", time_zone: BERLIN });
  assert.deepEqual(on("Yoga at 6am").due, { at: "2027-01-13T06:00", time_zone: BERLIN });
  assert.deepEqual(on("Yoga tomorrow").due, { date: "2026-09-22" });
});

test("in so many minutes is not sooner than that, and an hour is an hour on the night when clocks go back", () => {
  const seconds = new Date(NOW.getTime() + 5_000);
  const due = understood("Call in 1 minute", seconds, BERLIN).due;
  assert.deepEqual(due, { at: "2026-09-21T10:02", time_zone: BERLIN });
  const night = new Date("2026-10-25T00:30:00Z");
  assert.deepEqual(understood("Call in 2 hours", night, BERLIN).due, {
    at: "2026-10-25T03:30",
    time_zone: BERLIN,
  });
});
