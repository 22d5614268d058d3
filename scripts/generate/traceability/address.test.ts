import { expect, test } from "vitest";
import { readAddress } from "./address.ts";

test.each([
  ["choice opening-hours", { kind: "choice", id: "opening-hours" }],
  ["findItems", { kind: "operation", operation: "findItems" }],
  ["findItems 404", { kind: "status", operation: "findItems", status: 404 }],
  [
    "findItems request headers.X-Request-ID",
    {
      kind: "value",
      operation: "findItems",
      part: "headers",
      steps: [{ property: "X-Request-ID" }],
    },
  ],
  [
    "findItems 200 body[].a[][].b{}.c",
    {
      kind: "value",
      operation: "findItems",
      status: 200,
      part: "body",
      steps: [
        "items",
        { property: "a" },
        "items",
        "items",
        { property: "b" },
        "content",
        { property: "c" },
      ],
    },
  ],
])("%s is an address", (text, address) => {
  expect(readAddress(text)).toEqual(address);
});

test.each([
  "",
  "choice",
  "choice a b",
  "findItems request",
  "findItems ok",
  "findItems 200 cookie.a",
  "findItems 200 body..a",
  "findItems 200 body.a extra",
])("%j is none", (text) => {
  expect(readAddress(text)).toBeUndefined();
});
