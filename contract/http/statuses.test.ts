import { expect, test } from "vitest";
import { documentedOf, exampleStatuses, readStatus, statusKeyOf } from "./statuses.ts";

const documented = {
  200: "found",
  "3XX": "elsewhere",
  404: "missing",
  "4XX": "refused",
  default: "failed",
};

test.each([
  [200, 200],
  [404, 404],
  [409, "4XX"],
  [503, "default"],
  [201, undefined],
  [302, "3XX"],
  [999, "default"],
])("%i is documented as %s", (status, key) => {
  expect(statusKeyOf(documented, status)).toBe(key);
  expect(documentedOf(documented, status)).toBe(key && documented[key as keyof typeof documented]);
});

test("each documentation has a status", () => {
  expect(exampleStatuses(documented)).toEqual([200, 300, 400, 404, 500]);
  expect(exampleStatuses({ "1XX": 1, 400: 1, "4XX": 1, 500: 1, default: 1 })).toEqual([
    ...[400, 401, 500, 501],
  ]);
});

test.each([
  ["200", 200],
  ["4xx", "4XX"],
  ["default", "default"],
  ["6XX", undefined],
  ["20", undefined],
])("%s is read as %s", (text, status) => {
  expect(readStatus(text)).toBe(status);
});
