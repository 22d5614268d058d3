import { html, type Html } from "contract-kernel";
import type { Constraint } from "../case.ts";
import type { EdgeCoverage, ConstraintEdges, EdgeState } from "./edge-coverage.ts";
import {
  coverageRows,
  folded,
  table,
  type CoverageRow,
  type CoverageSection,
} from "./page-table.ts";

/** Constraint × edge × direction: sums by keyword, what is not exercised, what is excluded and why. */
export function constraintSection({
  constraints,
  exclusions,
  unknown,
}: EdgeCoverage): CoverageSection {
  const states = constraints
    .flatMap(({ inside, outside }) => [inside, outside])
    .filter((state) => state !== undefined);
  const rows = constraints.map(constraintRow);
  const heads = ["Operation", "Message", "Place", "Keyword", "Inside", "Outside"];
  return {
    id: "constraints",
    title: "Constraint × edge × direction",
    covered: states.filter((state) => state === "exercised").length,
    total: states.length + unknown.length,
    section: html`<section id="constraints">
      <h2>Constraint × edge × direction</h2>
      ${
        unknown.length > 0
          ? html`<p class="bad">${unknown.length} constraints that nothing was derived from</p>
              ${table(
                heads.slice(0, 4),
                unknown.map((each) => ({ cells: place(each) })),
              )}`
          : undefined
      }
      ${keywordTable(constraints)} ${coverageRows(heads, rows)}
      ${folded(
        "edges are excluded; each says why",
        [...heads.slice(0, 4), "Edge", "Reason"],
        exclusions.map(({ constraint, edge, reason }) => ({
          cells: [...place(constraint), edge, reason],
        })),
      )}
    </section>`,
  };
}

function place({
  operation,
  direction,
  status,
  place: at,
  keyword,
}: Constraint): (string | number)[] {
  return [operation, status ?? direction, at, keyword];
}

function constraintRow({ constraint, inside, outside }: ConstraintEdges): CoverageRow {
  const states = [inside, outside].filter((state) => state !== undefined);
  return {
    isCovered: states.every((state) => state === "exercised"),
    cells: [...place(constraint), inside ?? "–", outside ?? "–"],
  };
}

function keywordTable(constraints: readonly ConstraintEdges[]): Html {
  const groups = Map.groupBy(constraints, ({ constraint }) => constraint.keyword);
  const directions = ["request", "response"] as const;
  const edges = ["inside", "outside"] as const;
  const columns = directions.flatMap((direction) => edges.map((edge) => ({ direction, edge })));
  return html`<table>
    <tr>
      <th>Keyword</th>
      ${columns.map(({ direction, edge }) => html`<th>${direction}, ${edge}</th>`)}
    </tr>
    ${[...groups].sort(byName).map(
      ([keyword, group]) =>
        html`<tr>
          <td>${keyword}</td>
          ${columns.map(({ direction, edge }) => {
            const states = group
              .filter(({ constraint }) => constraint.direction === direction)
              .map((each) => each[edge])
              .filter((state) => state !== undefined);
            return html`<td>${shareOf(states)}</td>`;
          })}
        </tr>`,
    )}
  </table>`;
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one.localeCompare(other);
}

function shareOf(states: readonly EdgeState[]): Html | string {
  const exercised = states.filter((state) => state === "exercised").length;
  if (states.length === 0) return "–";
  return html`<span class="${exercised === states.length ? "good" : "odd"}"
    >${exercised} of ${states.length}</span
  >`;
}
