import { expect, test } from "vitest";
import { createOtps } from "./otp.ts";

const otps = createOtps(new Uint8Array(32));

test("a password has six digits and belongs to its verification", () => {
  const ids = Array.from({ length: 500 }, (_, at) => `v-${at}`);
  const made = ids.map((id) => otps.make(id));
  for (const otp of made) expect(otp).toMatch(/^\d{6}$/);
  expect(new Set(made).size).toBeGreaterThan(490);
  expect(ids.map((id) => otps.make(id))).toEqual(made);
});

test("the digest depends on the key and on the verification", () => {
  const otp = otps.make("v-1");
  const digest = otps.digest("v-1", otp);
  expect(digest).toMatch(/^[\da-f]{64}$/);
  expect(otps.digest("v-2", otp)).not.toBe(digest);
  const otherOtps = createOtps(new Uint8Array(32).fill(1));
  expect(otherOtps.digest("v-1", otp)).not.toBe(digest);
  expect(otherOtps.make("v-1")).not.toBe(otp);
});
