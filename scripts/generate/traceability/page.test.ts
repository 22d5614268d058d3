import { expect, test } from "vitest";
import type { CoveredRow } from "./interface-coverage.ts";
import { coveragePage } from "./page.ts";

const source = { file: "spec/interface/items.yaml", line: 4 };

function covered(id: string, more: Partial<CoveredRow> = {}): CoveredRow {
  return {
    row: { id, says: "Paper | film.", at: ["findItems"], source },
    positions: [{ file: "spec/items.tsp", line: 7, column: 3 }],
    samples: ["findItems/a"],
    gaps: [],
    ...more,
  };
}

test("a row leads to its place and its samples", () => {
  const page = coveragePage({
    tables: [
      {
        title: "Items",
        rows: [
          covered("item.kind", {
            samples: ["findItems/a", "findItems/b", "findItems/c", "findItems/d"],
          }),
        ],
      },
    ],
  });
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
        rows: [covered("item.kind", { row }), covered("item.size", { gaps: ["has no place."] })],
      },
    ],
  });
  expect(page).toContain("| _findItems/a_ |");
  expect(page).toContain("| **has no place.** |");
});
