import { expect, test } from "vitest";
import { decode } from "./content.ts";

const text = { contentType: "text/plain" };

test("a text is what it was in UTF-8", () => {
  expect(decode(Buffer.from(" \r\nö👍"), text)).toEqual({ value: " \r\nö👍", faults: [] });
});

test("a text that is not UTF-8 is told of, and not changed", () => {
  expect(decode(Buffer.from([0x61, 0xff]), text)).toEqual({
    faults: [{ pointer: "/body", reason: "must be text in UTF-8" }],
  });
});
