import { expect, test } from "vitest";
import { errorsOfOasdiff, noBreaks } from "./testing/errors-of-oasdiff.ts";
import { operationPairs } from "./testing/operation-pairs.ts";
import { schemaPairs } from "./testing/schema-pairs.ts";

/** Rules of which `operation-pairs.test.ts` has a test of its own. */
const ofOwnTests = [
  "sunset-missing",
  "operation-removed",
  "operation-removed-before-sunset",
  "callback-removed",
];

test("every kind of error that the best known tool has is found here, or is none", () => {
  const ids = [...Object.values(errorsOfOasdiff).flat(), ...noBreaks];
  expect(new Set(ids).size).toBe(213);
});

test.each(Object.entries(errorsOfOasdiff))("%s is an error one way", (name, ids) => {
  const schemas = schemaPairs.find((row) => row.name === name);
  const operations = operationPairs.find((row) => row.name === name);
  const isFound = schemas
    ? schemas.narrower !== "no way"
    : operations
      ? [operations.called, operations.calledBack].includes("error")
      : ofOwnTests.includes(name.slice(1));
  expect(isFound, ids.join(", ")).toBe(true);
});

test("there are at least 150 pairs", () => {
  expect(schemaPairs.length + operationPairs.length).toBeGreaterThanOrEqual(150);
});
