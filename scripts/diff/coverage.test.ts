import { readFile } from "node:fs/promises";
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

test("docs/diff.md names every id", async () => {
  const text = await readFile("docs/diff.md", "utf8");
  const ids = new Set([
    ...schemaPairs.flatMap(({ forth, back }) => [...forth, ...back]),
    ...operationPairs.map(({ id }) => id),
    ...ofOwnTests,
  ]);
  const named = (id: string) => {
    const [, rule = "", change = ""] =
      /^(.*?)-?((?:added|removed|increased|decreased|changed)?)$/.exec(id) ?? [];
    const general = id.replace(/(parameter|header)/, "property").replace("callback", "operation");
    return (
      [id, general].some((each) => text.includes(`\`${each}\``)) ||
      (text.includes(`\`${rule}\``) && text.includes(`\`-${change}\``))
    );
  };
  expect([...ids].filter((id) => !named(id))).toEqual([]);
});
