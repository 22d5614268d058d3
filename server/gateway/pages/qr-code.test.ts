import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { type Modules, qrCode } from "./qr-code.ts";

// Recorded when an independent reader had read the code of every length from 1 to 666 bytes.
const recorded: readonly (readonly [number, number, string])[] = [
  [1, 21, "1391567a70f54312"],
  [70, 37, "b5dbcb6eaedcbd9b"],
  [110, 45, "4ed215605b5e2776"],
  [330, 69, "ed2f7948b0a967f5"],
  [666, 97, "e0a8ed8db89aac98"],
];

test.each(recorded)("%d bytes: %d modules a side", (length, side, digest) => {
  const rows = qrCode("https://pay.example/".padEnd(length, "0123456789").slice(0, length));
  expect(rows).toHaveLength(side);
  expect(digestOf(rows)).toBe(digest);
});

test("no code for more than the largest one holds", () => {
  expect(() => qrCode("x".repeat(667))).toThrow(RangeError);
  expect(() => qrCode("đ".repeat(334))).toThrow(RangeError);
});

function digestOf(rows: Modules): string {
  const text = rows.map((row) => row.map((dark) => (dark ? "1" : "0")).join("")).join("\n");
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
