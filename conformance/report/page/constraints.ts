import { html, type Html } from "@contract-toolkit/kernel";
import type { Constraint } from "../../cases/case.ts";
import type {
  BoundaryCoverage,
  ConstraintBoundaries,
  BoundaryState,
} from "../boundary-coverage.ts";
import { coverageRows, folded, table, type CoverageRow, type CoverageSection } from "./table.ts";

/** Constraint × boundary × direction: sums by keyword, what is not exercised, what is excluded and why. */
export function constraintSection({
  constraints,
  exclusions,
  unknown,
}: BoundaryCoverage): CoverageSection {
  const states = constraints
    .flatMap(({ valid, invalid }) => [valid, invalid])
    .filter((state) => state !== undefined);
  const rows = constraints.map(constraintRow);
  const heads = ["Operation", "Message", "Place", "Keyword", "Valid", "Invalid"];
  return {
    id: "constraints",
    title: "Constraint × boundary × direction",
    covered: states.filter((state) => state === "exercised").length,
    total: states.length + unknown.length,
    section: html`<section id="constraints">
      <h2>Constraint × boundary × direction</h2>
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
        "boundaries are excluded; each says why",
        [...heads.slice(0, 4), "Boundary", "Reason"],
        exclusions.map(({ constraint, boundary, reason }) => ({
          cells: [...place(constraint), boundary, reason],
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

function constraintRow({ constraint, valid, invalid }: ConstraintBoundaries): CoverageRow {
  const states = [valid, invalid].filter((state) => state !== undefined);
  return {
    isCovered: states.every((state) => state === "exercised"),
    cells: [...place(constraint), valid ?? "–", invalid ?? "–"],
  };
}

function keywordTable(constraints: readonly ConstraintBoundaries[]): Html {
  const groups = Map.groupBy(constraints, ({ constraint }) => constraint.keyword);
  const directions = ["request", "response"] as const;
  const boundaries = ["valid", "invalid"] as const;
  const columns = directions.flatMap((direction) =>
    boundaries.map((boundary) => ({ direction, boundary })),
  );
  return html`<table>
    <tr>
      <th>Keyword</th>
      ${columns.map(({ direction, boundary }) => html`<th>${direction}, ${boundary}</th>`)}
    </tr>
    ${[...groups].sort(byName).map(
      ([keyword, group]) =>
        html`<tr>
          <td>${keyword}</td>
          ${columns.map(({ direction, boundary }) => {
            const states = group
              .filter(({ constraint }) => constraint.direction === direction)
              .map((each) => each[boundary])
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

function shareOf(states: readonly BoundaryState[]): Html | string {
  const exercised = states.filter((state) => state === "exercised").length;
  if (states.length === 0) return "–";
  return html`<span class="${exercised === states.length ? "good" : "odd"}"
    >${exercised} of ${states.length}</span
  >`;
}
