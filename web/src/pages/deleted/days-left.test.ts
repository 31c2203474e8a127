import assert from "node:assert/strict";
import { test } from "node:test";
import { daysLeft } from "./days-left.ts";

const DELETED = "2027-01-01T12:00:00Z";

test("What was just deleted stays 30 days", () => {
  assert.equal(daysLeft(DELETED, new Date("2027-01-01T12:00:00Z")), 30);
});

test("A day that has begun counts", () => {
  assert.equal(daysLeft(DELETED, new Date("2027-01-30T12:00:01Z")), 1);
});

test("After 30 days nothing is left", () => {
  assert.equal(daysLeft(DELETED, new Date("2027-01-31T12:00:00Z")), 0);
  assert.equal(daysLeft(DELETED, new Date("2028-01-01T00:00:00Z")), 0);
});
