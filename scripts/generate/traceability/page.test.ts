import { expect, test } from "vitest";
import type { CoveredRow } from "./interface-coverage.ts";
import { coveragePage } from "./page.ts";

const source = { file: "spec/interface/items.yaml", line: 4 };

function covered(id: string, more: Partial<CoveredRow> = {}): CoveredRow {
  return {
    row: { id, says: "Paper | film.", at: ["findItems"], shownBy: "samples", source },
    positions: [{ file: "spec/items.tsp", line: 7, column: 3 }],
    samples: ["findItems/a"],
    steps: [],
    gaps: [],
    ...more,
  };
}

test("a row leads to its place and its samples", () => {
  const page = coveragePage({
    tables: [
      {
        title: "Items",
        shownBy: "samples",
        rows: [
          covered("item.kind", {
            samples: ["findItems/a", "findItems/b", "findItems/c", "findItems/d"],
          }),
        ],
      },
    ],
    unknown: [],
  });
  expect(page).not.toContain("# What follows upon what");
  expect(page).toContain(
    "\n| item.kind | Paper \\| film. | spec/items.tsp:7 | findItems/a, findItems/b, findItems/c, 1 more |\n",
  );
});

test("a sample named by hand is told apart, a gap stands in the place of samples", () => {
  const row = { ...covered("item.kind").row, samples: ["findItems/a"] };
  const page = coveragePage({
    tables: [
      {
        title: "Items",
        shownBy: "samples",
        rows: [covered("item.kind", { row }), covered("item.size", { gaps: ["has no place."] })],
      },
    ],
    unknown: [],
  });
  expect(page).toContain("| _findItems/a_ |");
  expect(page).toContain("| **has no place.** |");
});

test("a row that scenarios show leads to what it is from, its place and its steps", () => {
  const row = {
    ...covered("loan.ends").row,
    at: ["returnItem", "choice late-return"],
    section: "Loans",
    shownBy: "scenarios",
  } as const;
  const steps = [3, 9, 12, 40].map((line) => ({ file: "scenarios/a.yaml", line, column: 5 }));
  const page = coveragePage({
    tables: [
      { title: "What ends", shownBy: "scenarios", rows: [covered("loan.ends", { row, steps })] },
    ],
    unknown: [],
  });
  expect(page).toContain("\n0 rows, each with its place in the TypeSpec and the samples");
  expect(page).toContain(
    "\n| loan.ends | Paper \\| film. | Loans, choice late-return | spec/items.tsp:7 | scenarios/a.yaml:3, scenarios/a.yaml:9, scenarios/a.yaml:12, 1 more |\n",
  );
});
