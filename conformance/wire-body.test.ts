import { expect, test } from "vitest";
import { isSameType } from "./wire-body.ts";

test.each([
  ["application/json", "application/json"],
  ["application/json", "application/json; charset=utf-8"],
  ["application/json", 'Application/JSON;Charset="UTF-8"'],
  ["application/json", "application/json; version=1"],
  ["text/plain", "text/plain; charset=utf-8"],
  ["text/csv; header=present", 'text/csv; Header="present"'],
  ["multipart/form-data; boundary=a", "multipart/form-data; boundary=b"],
])("%s is expected and %s matches", (expected, sent) => {
  expect(isSameType(expected, sent)).toBe(true);
});

test.each([
  ["application/json", ""],
  ["application/json", "text/json"],
  ["application/json", "application/json; charset=latin1"],
  ["application/json", "application/json, application/json"],
  ["text/csv; header=present", "text/csv"],
  ["text/csv", "text/csv; header=absent"],
])("%s is expected and %j does not match", (expected, sent) => {
  expect(isSameType(expected, sent)).toBe(false);
});
