import { expect, test } from "vitest";
import { bodyKindOf, findBodyContent, contentsOf, namedType } from "./body-kinds.ts";
import { isBinaryType, isJsonType, isUtf8Type } from "./media-type.ts";

test.each([
  ["application/json", "json"],
  ["Application/JSON ; charset=utf-8", "json"],
  ["application/problem+json", "json"],
  ["application/json-seq", "bytes"],
  ["text/plain; note=application/json", "text"],
  ["text/csv", "text"],
  ["application/soap+xml", "text"],
  ["application/xml", "text"],
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/form-data; boundary=x", "parts"],
  ["application/octet-stream", "bytes"],
  ["Image/PNG", "bytes"],
  ["image/svg+xml", "bytes"],
  ["text/event-stream", "bytes"],
  ["", "text"],
] as const)("%j is read as %s", (contentType, kind) => {
  expect(bodyKindOf({ contentType })).toBe(kind);
  expect(bodyKindOf({ contentType, kind: "events" })).toBe("events");
  expect(isJsonType(contentType)).toBe(kind === "json");
  if (contentType !== "text/event-stream") expect(isBinaryType(contentType)).toBe(kind === "bytes");
});

test.each([
  ["application/json", true],
  ["application/json; charset=UTF-8", true],
  ['application/json;a=b; charset="utf-8"', true],
  ["application/json; charset=latin1", false],
  ["application/json; charset=utf-80", false],
])("%j is UTF-8: %j", (contentType, expected) => {
  expect(isUtf8Type(contentType)).toBe(expected);
});

const documented = { contentType: "application/json", others: [{ contentType: "text/csv" }] };

test.each([
  [documented, undefined, "application/json"],
  [documented, "TEXT/csv; charset=utf-8", "text/csv"],
  [documented, "text/html", undefined],
  [{ contentType: "*/*" }, "image/png", "*/*"],
  [{}, "text/html", undefined],
] as const)("of %j, %j is %s", (given, type, found) => {
  expect(findBodyContent(given, type)?.contentType).toBe(found);
});

test("a content type is named if there are several", () => {
  expect(contentsOf(documented)).toHaveLength(2);
  expect(namedType(documented, "text/csv")).toEqual({ contentType: "text/csv" });
  expect(namedType({ contentType: "text/csv" }, "text/csv")).toEqual({});
});
