import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const key = new Uint8Array(32).fill(7);
const seal = createSeal(key);

test("a sealed text opens", () => {
  expect(seal.open(seal.close("bí mật", "a"), "a")).toBe("bí mật");
});

test("a sealed text is different each time and does not show the text", () => {
  const sealed = seal.close("secret", "a");
  expect(seal.close("secret", "a")).not.toBe(sealed);
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("secret");
});

test("a sealed text does not open for another purpose or with another key", () => {
  const otherSeal = createSeal(new Uint8Array(32).fill(8));
  expect(() => seal.open(seal.close("secret", "a"), "b")).toThrow();
  expect(() => seal.open(otherSeal.close("secret", "a"), "a")).toThrow();
});

test("a sealed text does not open if a byte was changed or removed", () => {
  const bytes = Buffer.from(seal.close("secret", "a"), "base64");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => seal.open(changed.toString("base64"), "a")).toThrow();
    const cut = bytes.subarray(0, at).toString("base64");
    expect(() => seal.open(cut, "a")).toThrow();
  }
});

test("a key must have 32 bytes", () => {
  expect(() => createSeal(new Uint8Array(31))).toThrow(RangeError);
});
