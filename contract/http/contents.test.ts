import { expect, test } from "vitest";
import { bodyKindOf, contentOf, contentsOf, namedType } from "./body-kinds.ts";

test.each([
  ["application/problem+json", "json"],
  ["text/csv", "text"],
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/form-data", "parts"],
  ["image/png", "bytes"],
  ["text/event-stream", "bytes"],
])("%s is read as %s", (contentType, kind) => {
  expect(bodyKindOf({ contentType })).toBe(kind);
});

test("events of a documented type are read as such", () => {
  expect(bodyKindOf({ contentType: "text/event-stream", kind: "events" })).toBe("events");
});

const documented = {
  contentType: "application/json",
  others: [{ contentType: "text/csv" }],
};

test("a content is found by its type, and is the first without", () => {
  expect(contentsOf(documented).map(({ contentType }) => contentType)).toEqual([
    "application/json",
    "text/csv",
  ]);
  expect(contentOf(documented)?.contentType).toBe("application/json");
  expect(contentOf(documented, "TEXT/csv; charset=utf-8")?.contentType).toBe("text/csv");
  expect(contentOf(documented, "text/html")).toBeUndefined();
  expect(contentOf({}, "text/html")).toBeUndefined();
  expect(contentsOf(undefined)).toEqual([]);
});

test("a type is named where there are several", () => {
  expect(namedType(documented, "text/csv")).toEqual({ contentType: "text/csv" });
  expect(namedType({ contentType: "text/csv" }, "text/csv")).toEqual({});
});
