import { expect, test } from "vitest";
import { createCipher } from "./cipher.ts";

const key = new Uint8Array(32).fill(7);
const cipher = createCipher(key);

test("an encrypted text is decrypted", () => {
  expect(cipher.decrypt(cipher.encrypt("bí mật", "a"), "a")).toBe("bí mật");
});

test("an encrypted text is different each time and does not show the text", () => {
  const encrypted = cipher.encrypt("secret", "a");
  expect(cipher.encrypt("secret", "a")).not.toBe(encrypted);
  expect(Buffer.from(encrypted, "base64").toString("latin1")).not.toContain("secret");
});

test("an encrypted text is not decrypted for another purpose or with another key", () => {
  const otherCipher = createCipher(new Uint8Array(32).fill(8));
  expect(() => cipher.decrypt(cipher.encrypt("secret", "a"), "b")).toThrow();
  expect(() => cipher.decrypt(otherCipher.encrypt("secret", "a"), "a")).toThrow();
});

test("a kept text is decrypted for its own purpose only", () => {
  const encrypted = cipher.encrypt("secret", "a");
  for (let times = 0; times < 2; times += 1)
    expect(cipher.decryptKept(encrypted, "a")).toBe("secret");
  expect(() => cipher.decryptKept(encrypted, "b")).toThrow();
  expect(() => cipher.decryptKept(`A${encrypted}`, "a")).toThrow();
});

test("an encrypted text is not decrypted if a byte was changed or removed", () => {
  const bytes = Buffer.from(cipher.encrypt("secret", "a"), "base64");
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(() => cipher.decrypt(changed.toString("base64"), "a")).toThrow();
    const cut = bytes.subarray(0, at).toString("base64");
    expect(() => cipher.decrypt(cut, "a")).toThrow();
  }
});

test("a key must have 32 bytes", () => {
  expect(() => createCipher(new Uint8Array(31))).toThrow(RangeError);
});
