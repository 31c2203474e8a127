import assert from "node:assert/strict";
import { test } from "node:test";
import { hearTime, now } from "./clock.ts";

const HOUR = 3_600_000;
const off = () => Math.round((now.value.getTime() - Date.now()) / HOUR);

test("a device whose clock is hours off goes by the service's, until they agree again", () => {
  hearTime(new Date(Date.now() + 5 * HOUR));
  assert.equal(off(), 5);
  hearTime(new Date(Date.now() - 3 * HOUR));
  assert.equal(off(), -3);
  hearTime(new Date());
  assert.equal(off(), 0);
});

test("an answer that took a while does not move the clock", () => {
  const before = now.value;
  hearTime(new Date(Date.now() - 20_000));
  assert.equal(now.value, before);
});
