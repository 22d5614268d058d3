import { expect, test } from "vitest";
import { bestFit } from "./best-fit.ts";

function sample(name: string, status: number, values: object, fresh: readonly string[] = []) {
  return {
    name,
    values: new Map(Object.entries(values)),
    fresh: new Set(fresh),
    case: { response: { status } },
  };
}

const found = sample("found", 200, { "/query/size": 1, "/query/colour": "red" });
const small = sample("small", 200, { "/query/size": 1 });
const refused = sample("refused", 409, { "/query/size": 2 });
const named = sample("named", 201, { "/body/id": "a", "/body/size": 1 }, ["/body/id"]);

test.each([
  [
    "the same request before one with more equal values",
    [found, small],
    { "/query/size": 1 },
    "small",
  ],
  ["an error only if its request is the same", [small, refused], { "/query/size": 3 }, "small"],
  ["an error if its request is the same", [small, refused], { "/query/size": 2 }, "refused"],
  [
    "success before an error, although it has fewer equal values",
    [sample("error", 400, { "/query/a": 1, "/query/b": 2 }), small],
    { "/query/a": 1, "/query/b": 2, "/query/c": 3 },
    "small",
  ],
  [
    "success before an error if both have the same request",
    [sample("error", 409, { "/query/size": 1 }), small],
    { "/query/size": 1 },
    "small",
  ],
  [
    "the sample with the most equal values, although others have fewer different ones",
    [small, sample("all", 200, { "/query/a": 1, "/query/b": 1, "/query/c": 1, "/query/d": 1 })],
    { "/query/a": 1, "/query/b": 1, "/query/size": 1 },
    "all",
  ],
  ["the first of equals", [small, { ...small, name: "again" }], { "/query/size": 1 }, "small"],
])("chooses %s", (_, samples, asked, name) => {
  expect(bestFit(samples, new Map(Object.entries(asked)))?.sample.name).toBe(name);
});

test("accepts any text of the client for a fresh value, but no other type", () => {
  const fitOf = (id: unknown) =>
    bestFit([named], new Map<string, unknown>(Object.entries({ "/body/id": id, "/body/size": 1 })));
  expect(fitOf("b")?.isExact).toBe(true);
  expect(fitOf(7)?.isExact).toBe(false);
});

test("finds nothing without samples", () => {
  expect(bestFit([], new Map())).toBeUndefined();
});
