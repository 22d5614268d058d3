import { html, type HtmlPart } from "@contract-toolkit/contract";
import type { Constraint } from "../../cases/case.ts";
import type { BoundaryCoverage, ConstraintBoundaries } from "../boundary-coverage.ts";
import type { Coverage } from "../coverage.ts";
import { coverageRows, foldedTable, table, type CoverageRow } from "./table.ts";
import type { Section } from "./verdicts.ts";

/** All dimensions of coverage of which the contract documents something. Each lists gaps first. */
export function coverageSections(coverage: Coverage): Section[] {
  const { statuses, errorCodes, headers, samples, constraints } = coverage;
  return [
    ...(constraints ? [heatMap(constraints)] : []),
    counted(
      ["statuses", "Operation × status"],
      ["Operation", "Status", "Exchanges"],
      statuses.map((status) => exchanged(status, status.status)),
    ),
    counted(
      ["error-codes", "Error codes"],
      ["Operation", "Status", "Code", "Exchanges"],
      errorCodes.map((errorCode) => exchanged(errorCode, errorCode.status, errorCode.code)),
    ),
    counted(
      ["headers", "Headers"],
      ["Operation", "Message", "Header", "Exchanges"],
      headers.map((header) =>
        exchanged(header, "status" in header ? header.status : header.direction, header.name),
      ),
    ),
    ...(constraints ? [boundarySection(constraints)] : []),
    counted(
      ["samples", "Samples"],
      ["Sample", "Messages", "Outcome"],
      samples.map(({ id, derived, outcome }) => ({
        isCovered: outcome !== "not played" && outcome !== "error",
        cells: [id, derived ? "derived" : "documented", outcome.replace("-", " ")],
      })),
    ),
  ].filter(({ total }) => total > 0);
}

function exchanged(
  { operation, exchanges }: { readonly operation: string; readonly exchanges: number },
  ...cells: HtmlPart[]
): CoverageRow {
  return { isCovered: exchanges > 0, cells: [operation, ...cells, exchanges] };
}

function counted(
  [id, title]: readonly [id: string, title: string],
  heads: readonly string[],
  rows: readonly CoverageRow[],
) {
  const covered = rows.filter(({ isCovered }) => isCovered).length;
  const total = rows.length;
  return { ...share(covered, total), id, title, content: coverageRows(heads, rows) };
}

function share(covered: number, total: number) {
  return { total, count: `${covered} of ${total}` };
}

/** Operations by constraints. The colour of a cell is the share of its boundaries that was exercised. */
function heatMap({ constraints }: BoundaryCoverage) {
  const keywords = [...new Set(constraints.map(({ constraint }) => constraint.keyword))].sort();
  const operations = Map.groupBy(constraints, ({ constraint }) => constraint.operation);
  const cell = (all: readonly ConstraintBoundaries[], keyword: string) => {
    const states = all
      .filter((boundaries) => boundaries.constraint.keyword === keyword)
      .flatMap(possibleStates);
    if (states.length === 0) return html`<td></td>`;
    const exercised = states.filter(isExercised).length;
    const step = Math.floor((exercised / states.length) * 4);
    return html`<td class="heat heat-${step}">${exercised}/${states.length}</td>`;
  };
  const states = constraints.flatMap(possibleStates);
  return {
    ...share(states.filter(isExercised).length, states.length),
    id: "heat-map",
    title: "Operation × constraint",
    content: html`<div class="scroll" tabindex="0">
      <table class="map">
        <tr>
          <th>Operation</th>
          ${keywords.map((keyword) => html`<th>${keyword}</th>`)}
        </tr>
        ${[...operations].map(
          ([operation, all]) =>
            html`<tr>
              <th>${operation}</th>
              ${keywords.map((keyword) => cell(all, keyword))}
            </tr>`,
        )}
      </table>
    </div>`,
  };
}

/** The boundaries that were not exercised, then the excluded ones with their reasons. */
function boundarySection({ constraints, exclusions, unknown }: BoundaryCoverage) {
  const states = constraints.flatMap(statesOf);
  const heads = ["Operation", "Message", "Place", "Keyword"];
  const rows = constraints.map((constraint) => ({
    isCovered: statesOf(constraint).every(isExercised),
    cells: [
      ...constraintCells(constraint.constraint),
      constraint.valid ?? "–",
      constraint.invalid ?? "–",
    ],
  }));
  return {
    ...share(states.filter(isExercised).length, states.length + unknown.length),
    id: "constraints",
    title: "Constraint × boundary × direction",
    content: html`${
      unknown.length > 0
        ? html`<p class="bad">${unknown.length} constraints that nothing was derived from</p>
            ${table(
              heads,
              unknown.map((constraint) => ({ cells: constraintCells(constraint) })),
            )}`
        : undefined
    }
    ${coverageRows([...heads, "Valid", "Invalid"], rows)}
    ${foldedTable(
      "excluded boundaries with their reasons",
      [...heads, "Boundary", "Reason"],
      exclusions.map(({ constraint, boundary, reason }) => ({
        cells: [...constraintCells(constraint), boundary, reason],
      })),
    )}`,
  };
}

/** States without those of boundaries that no case can be at. */
function possibleStates(boundaries: ConstraintBoundaries) {
  return statesOf(boundaries).filter((state) => state !== "excluded");
}

function statesOf({ valid, invalid }: ConstraintBoundaries) {
  return [valid, invalid].filter((state) => state !== undefined);
}

function isExercised(state: string): boolean {
  return state === "exercised";
}

function constraintCells({
  operation,
  direction,
  status,
  place: at,
  keyword,
}: Constraint): HtmlPart[] {
  return [operation, status ?? direction, at, keyword];
}
