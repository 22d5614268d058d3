import { expect, test } from "vitest";
import { isBinaryType, isJsonType, isUtf8Type, mediaTypeOf } from "./media-type.ts";

test("a media type has neither parameters nor capitals", () => {
  expect(mediaTypeOf(" Application/JSON ; charset=utf-8")).toBe("application/json");
  expect(mediaTypeOf("")).toBe("");
});

test.each([
  ["application/json", true],
  ["Application/JSON; charset=utf-8", true],
  ["application/problem+json", true],
  ["application/json-seq", false],
  ["text/plain; note=application/json", false],
  ["", false],
])("%j is JSON: %j", (contentType, expected) => {
  expect(isJsonType(contentType)).toBe(expected);
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

test.each([
  ["application/octet-stream", true],
  ["Image/PNG", true],
  ["image/svg+xml", true],
  ["application/pdf; version=2", true],
  ["application/json", false],
  ["application/problem+json", false],
  ["text/csv", false],
  ["application/soap+xml", false],
  ["application/xml", false],
  ["application/x-www-form-urlencoded", false],
  ["multipart/form-data; boundary=x", false],
  ["", false],
])("%s is bytes: %s", (type, isBinary) => {
  expect(isBinaryType(type)).toBe(isBinary);
});
