import { expect, test } from "vitest";
import { compareJson } from "./json-comparison/compare.ts";
import { inTermsOfCase, repeatableText } from "./repeatable-findings.ts";
import { describeDifference } from "./verdict.ts";

test.each([
  [
    "fetch failed: connect ECONNREFUSED 127.0.0.1:40121",
    "fetch failed: connect ECONNREFUSED <address>",
  ],
  [
    '/id: expected "a", found "1b4e28ba-2fa1-41d2-883f-0016d3cca427"',
    '/id: expected "a", found "<uuid>"',
  ],
  ['found "2026-05-01T08:00:00.123+07:00"', 'found "<time>"'],
  ["found 1795212350 and 1795212350123", "found <time> and <time>"],
  ["found 5000, not 150", "found 5000, not 150"],
  ['found "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjF9.c2ln"', 'found "<token>"'],
  ['found "0F3A99B1C2D4"', 'found "<opaque>"'],
  [
    'found "https://host.example/p/Zm9vYmFyYmF6cXV4cXV1eA=="',
    'found "https://host.example/p/<opaque>"',
  ],
  ['found "kDqWxZpLmRtYbNcVgHs"', 'found "<opaque>"'],
  [
    '/body/acceptedContentVersion2/0: found "acceptedContentVersion"',
    '/body/acceptedContentVersion2/0: found "acceptedContentVersion"',
  ],
  ["is not documented", "is not documented"],
])("%s", (message, expected) => {
  expect(repeatableText({ message }, "{}")).toBe(expected);
});

test.each([
  ['expected "0F3A99B1C2D4", found "1F3A99B1C2D4"', 'expected "<opaque>", found "<opaque 2>"'],
  ['expected "0F3A99B1C2D4", found "0F3A99B1C2D4"', 'expected "<opaque>", found "<opaque>"'],
  [
    'expected "2026-05-01T08:00:00Z", found "2026-05-01T08:00:01Z"',
    'expected "<time>", found "<time 2>"',
  ],
])("different values stay different: %s", (message, expected) => {
  expect(repeatableText({ message }, "{}")).toBe(expected);
});

test("values of the case are kept", () => {
  const message = 'expected "2026-05-01T08:00:00Z", found "2026-05-01T08:00:01Z"';
  expect(repeatableText({ message }, '{"at":"2026-05-01T08:00:00Z"}')).toBe(
    'expected "2026-05-01T08:00:00Z", found "<time>"',
  );
});

test("values made for the run are replaced by those of the case", () => {
  const bindings = new Map([
    ["ITEM-1", "9F0CA76D2B11"],
    ["7", "42"],
  ]);
  const message = 'expected "9F0CA76D2B11", found "x9F0CA76D2B11" and "42" of 142';
  expect(inTermsOfCase([{ message }], bindings)).toEqual([
    {
      message,
      repeatable: 'expected "ITEM-1", found "xITEM-1" and "7" of 142',
    },
  ]);
  const unconcerned = { message: "nothing was sent" };
  expect(inTermsOfCase([unconcerned], bindings)).toEqual([unconcerned]);
});

test("a value that the case does not mention is described by its kind", () => {
  const differences = compareJson(
    { other: 1, changed: 1 },
    { other: { id: 5 }, changed: 2, extra: 77 },
  );
  const texts = differences
    .map((difference) => describeDifference("", difference))
    .map((finding) => repeatableText(finding, "{}"));
  expect(texts).toEqual([
    "/other: expected 1, found a value of type object",
    "/changed: expected 1, found 2",
    "/extra: expected nothing, found a value of type number",
  ]);
});
