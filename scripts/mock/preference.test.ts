import { expect, test } from "vitest";
import { readPreference, writePreference } from "./preference.ts";

test.each([
  [undefined, {}],
  ["", {}],
  ["code=409", { code: 409 }],
  ["Code=409; example=taken", { code: 409, example: "taken" }],
  ['example="taken", dynamic=true', { example: "taken", dynamic: true }],
  ["respond-async, wait=10", {}],
  ["code=1000, dynamic=false", {}],
])("%j is read", (header, preference) => {
  expect(readPreference(header)).toEqual(preference);
});

test("what is written is read as the same", () => {
  const preference = { code: 409, example: "taken", dynamic: true };
  expect(readPreference(writePreference(preference))).toEqual(preference);
});
