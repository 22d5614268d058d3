import { html, type Html, type HtmlPart } from "@contract-toolkit/contract";
import type { Constraint } from "../../cases/case.ts";
import type { BoundaryCoverage, ConstraintBoundaries } from "../boundary-coverage.ts";
import type { Coverage } from "../coverage.ts";
import { coverageRows, foldedTable, table, type CoverageRow } from "./table.ts";

/** One dimension of coverage as a section of the page. */
type CoverageSection = ReturnType<typeof counted>;

/** Sections for all dimensions of coverage. Each lists gaps first. */
export function coverageSections(coverage: Coverage): CoverageSection[] {
  const { statuses, errorCodes, headers, samples, constraints } = coverage;
  return [
    counted(
      ["statuses", "Operation × status"],
      ["Operation", "Status", "Exchanges"],
      statuses.map((each) => exchanged(each, each.status)),
    ),
    counted(
      ["error-codes", "Error codes"],
      ["Operation", "Status", "Code", "Exchanges"],
      errorCodes.map((each) => exchanged(each, each.status, each.code)),
    ),
    counted(
      ["headers", "Headers"],
      ["Operation", "Message", "Header", "Exchanges"],
      headers.map((each) =>
        exchanged(each, "status" in each ? each.status : each.direction, each.name),
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
  ];
}

/** A table with the share of each dimension that is covered. */
export function coverageTable(sections: readonly CoverageSection[]): Html {
  return table(
    ["What is documented", "Exercised", ""],
    sections.map(({ id, title, covered, total }) => ({
      cells: [
        html`<a href="#${id}">${title}</a>`,
        `${covered} of ${total}`,
        total > 0
          ? html`<meter
              min="0"
              max="${total}"
              low="${total * 0.95}"
              optimum="${total}"
              value="${covered}"
            ></meter>`
          : undefined,
      ],
    })),
  );
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
  return { id, title, covered, total: rows.length, content: coverageRows(heads, rows) };
}

/** A table by keyword, then the gaps, then the excluded boundaries with their reasons. */
function boundarySection({ constraints, exclusions, unknown }: BoundaryCoverage): CoverageSection {
  const states = constraints.flatMap(statesOf);
  const heads = ["Operation", "Message", "Place", "Keyword"];
  const rows = constraints.map((each) => ({
    isCovered: statesOf(each).every((state) => state === "exercised"),
    cells: [...place(each.constraint), each.valid ?? "–", each.invalid ?? "–"],
  }));
  return {
    id: "constraints",
    title: "Constraint × boundary × direction",
    covered: states.filter((state) => state === "exercised").length,
    total: states.length + unknown.length,
    content: html`${
      unknown.length > 0
        ? html`<p class="bad">${unknown.length} constraints that nothing was derived from</p>
            ${table(
              heads,
              unknown.map((each) => ({ cells: place(each) })),
            )}`
        : undefined
    }
    ${keywordTable(constraints)} ${coverageRows([...heads, "Valid", "Invalid"], rows)}
    ${foldedTable(
      "excluded boundaries with their reasons",
      [...heads, "Boundary", "Reason"],
      exclusions.map(({ constraint, boundary, reason }) => ({
        cells: [...place(constraint), boundary, reason],
      })),
    )}`,
  };
}

function statesOf({ valid, invalid }: ConstraintBoundaries) {
  return [valid, invalid].filter((state) => state !== undefined);
}

function place({ operation, direction, status, place: at, keyword }: Constraint): HtmlPart[] {
  return [operation, status ?? direction, at, keyword];
}

function keywordTable(constraints: readonly ConstraintBoundaries[]): Html {
  const groups = Map.groupBy(constraints, ({ constraint }) => constraint.keyword);
  const share = (group: readonly ConstraintBoundaries[], { direction, boundary }: Column) => {
    const states = group.flatMap((each) =>
      each.constraint.direction === direction ? (each[boundary] ?? []) : [],
    );
    const exercised = states.filter((state) => state === "exercised").length;
    const cssClass = exercised === states.length ? "good" : "odd";
    return states.length === 0
      ? "–"
      : html`<span class="${cssClass}">${exercised} of ${states.length}</span>`;
  };
  return table(
    ["Keyword", ...columns.map(({ direction, boundary }) => `${direction}, ${boundary}`)],
    [...groups]
      .sort(([one], [other]) => one.localeCompare(other))
      .map(([keyword, group]) => ({
        cells: [keyword, ...columns.map((column) => share(group, column))],
      })),
  );
}

const columns = (["request", "response"] as const).flatMap((direction) =>
  (["valid", "invalid"] as const).map((boundary) => ({ direction, boundary })),
);

type Column = (typeof columns)[number];
