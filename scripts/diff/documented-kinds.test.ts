import { readFile } from "node:fs/promises";
import { comparisons } from "@contract-toolkit/contract/field-rules";
import { expect, test } from "vitest";
import { kindIds } from "./kinds.ts";
import { operationPairs } from "./testing/operation-pairs.ts";
import { schemaPairs } from "./testing/schema-pairs.ts";

/** Ids that `operation-pairs.test.ts` tests without a row. */
const ofOwnTests = [
  "sunset-missing",
  "operation-removed",
  "operation-removed-before-sunset",
  "callback-removed",
];

/** Ids that a test expects as an error. For schemas they depend on the receiver of the message. */
const otherErrors = [
  ...operationPairs.flatMap((row) =>
    [row.called, row.calledBack].includes("error") ? row.id : [],
  ),
  ...ofOwnTests,
];
const single = schemaPairs.filter(({ narrower, forth }) => narrower !== "no way" && !forth[1]);
const requestErrors = [...single.flatMap(({ forth }) => forth), ...otherErrors];
const responseErrors = [...single.flatMap(({ back }) => back), ...otherErrors];

const page = await readFile("docs/oasdiff.md", "utf8");
const lines = page.split("\n").filter((line) => line.startsWith("- `"));
const [found = [], noErrors = []] = [true, false].map((isFound) =>
  lines.filter((line) => line.includes(":") === isFound).map(idsIn),
);

test("docs/oasdiff.md lists every error of oasdiff once", () => {
  const ids = [...found.flatMap(([, ...theirs]) => theirs), ...noErrors.flat()];
  expect(ids).toHaveLength(213);
  expect(new Set(ids).size).toBe(213);
});

test.each(found)("%s is an error in the cases that docs/oasdiff.md lists", (id, ...theirs) => {
  for (const text of theirs) {
    const isInResponse = text.startsWith("response-");
    expect(isInResponse ? responseErrors : requestErrors, text).toContain(id);
  }
});

test("docs/diff.md names every id", async () => {
  const text = await readFile("docs/diff.md", "utf8");
  const ids = new Set([
    ...kindIds,
    ...schemaPairs.flatMap(({ forth, back }) => [...forth, ...back]),
  ]);
  // The page names one comparison as an example for all.
  const compared = comparisons.map(({ extension }) => extension.slice("x-".length));
  const isNamed = (id: string) => {
    const [, rule = "", change = ""] =
      /^(.*?)-?(added|removed|increased|decreased|changed|)$/.exec(id) ?? [];
    const ofField = id.replace(/^(required-)?/, "$1property-");
    return (
      [id, ofField].some((item) => text.includes(`\`${item}\``)) ||
      ((text.includes(`\`${rule}\``) || compared.includes(rule)) && text.includes(`\`-${change}\``))
    );
  };
  // Callbacks have the ids of operations.
  expect([...ids].filter((id) => !isNamed(id))).toEqual(["callback-added"]);
});

function idsIn(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`/g)].map(([, id = ""]) => id);
}
