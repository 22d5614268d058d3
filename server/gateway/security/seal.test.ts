import { expect, test } from "vitest";
import { createSeal } from "./seal.ts";

const key = new Uint8Array(32).fill(7);
const seal = createSeal(key);

test("opens what it closed", () => {
  expect(seal.open(seal.close("bí mật", "a"), "a")).toBe("bí mật");
});

test("never closes alike, and never shows the text", () => {
  const sealed = seal.close("secret", "a");
  expect(seal.close("secret", "a")).not.toBe(sealed);
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("secret");
});

test("does not open for another purpose, or with another key", () => {
  const other = createSeal(new Uint8Array(32).fill(8));
  expect(() => seal.open(seal.close("secret", "a"), "b")).toThrow();
  expect(() => seal.open(other.close("secret", "a"), "a")).toThrow();
});

test("does not open when any byte was changed or cut", () => {
  const bytes = Buffer.from(seal.close("secret", "a"), "base64");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => seal.open(changed.toString("base64"), "a")).toThrow();
    const cut = bytes.subarray(0, at).toString("base64");
    expect(() => seal.open(cut, "a")).toThrow();
  }
});

test("takes a key of 32 bytes only", () => {
  expect(() => createSeal(new Uint8Array(31))).toThrow(RangeError);
});
