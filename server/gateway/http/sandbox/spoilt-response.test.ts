import { expect, test } from "vitest";
import { scenarioOf } from "./forced-outcome.ts";
import { spoilt, TRACE } from "./spoilt-response.ts";

const response = {
  status: 200,
  headers: { "X-Page": 1 },
  body: { id: "a", parts: [{ name: "b" }], total: 2 },
};

const of = (value: string) => scenarioOf({ "x-sandbox-scenario": value });

test("the header answer:<way> selects how to spoil the response", () => {
  expect(of("answer:missing-field")).toEqual({ spoil: "missing-field" });
  expect(of("500")).toEqual({ code: 500 });
  for (const wrong of ["answer:", "missing-field", "", "answer:toString"])
    expect(() => of(wrong)).toThrow("or answer: and one of missing-field,");
});

test.each([
  ["missing-field", { body: { parts: [{ name: "b" }], total: 2 } }],
  ["undocumented-field", { body: { ...response.body, [TRACE]: 1 } }],
  [
    "undocumented-field-inside",
    { body: { id: "a", parts: [{ name: "b", [TRACE]: 1 }], total: 2 } },
  ],
  ["wrong-type", { body: { id: { [TRACE]: 1 }, parts: [{ name: "b" }], total: 2 } }],
  ["no-body", { body: undefined }],
  ["undocumented-status", { status: 299 }],
  ["wrong-refusal", { status: 409, body: { [TRACE]: 1 } }],
] as const)("%s", (way, change) => {
  expect(spoilt(response, way)).toEqual({ ...response, ...change });
});

test("an empty list gets a spoilt item", () => {
  const body = { id: "a", parts: [] };
  expect(spoilt({ ...response, body }, "undocumented-field-inside").body).toEqual({
    id: "a",
    parts: [{ [TRACE]: 1 }],
  });
});

test("a thrown error has the mark in its message", () => {
  expect(() => spoilt(response, "thrown")).toThrow(TRACE);
});

test("without the header the response does not change", () => {
  expect(spoilt(response, undefined)).toBe(response);
});
