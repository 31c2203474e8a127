import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, printedDue } from "./printed-due.ts";

test("A day is the same day in every zone", () => {
  for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"]) {
    assert.equal(printedDue({ date: "2027-01-31" }, zone, "en-GB"), "Sun, 31 Jan 2027");
  }
});

test("A time reads as the clocks of its zone show it", () => {
  const due = { at: "2027-01-31T09:05", time_zone: "Europe/Berlin" };
  assert.equal(printedDue(due, "Europe/Berlin", "en-GB"), "Sun, 31 Jan 2027, 09:05");
});

test("A time in another zone than the owner's names that zone", () => {
  const due = { at: "2027-01-31T09:05", time_zone: "America/New_York" };
  assert.equal(printedDue(due, "Europe/Berlin", "en-GB"), "Sun, 31 Jan 2027, 09:05 (America/New York)");
});

test("A completion is told by the day where the owner is", () => {
  assert.equal(dayOf("2027-01-31T23:30:00Z", "Asia/Tokyo", "en-GB"), "1 Feb 2027");
});
