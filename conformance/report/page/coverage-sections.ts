import { html, type Html } from "@contract-toolkit/kernel";
import type { Coverage } from "../coverage.ts";
import { constraintSection } from "./constraints.ts";
import { coverageRows, type CoverageRow, type CoverageSection } from "./table.ts";

/** Every dimension of coverage, with what is not covered before what is. */
export function coverageSections(coverage: Coverage): CoverageSection[] {
  const { statuses, errorCodes, headers, samples, constraints } = coverage;
  return [
    tableSection({
      id: "statuses",
      title: "Operation × status",
      heads: ["Operation", "Status", "Exchanges"],
      rows: statuses.map(({ operation, status, exchanges }) => ({
        isCovered: exchanges > 0,
        cells: [operation, status, exchanges],
      })),
    }),
    tableSection({
      id: "error-codes",
      title: "Error codes",
      heads: ["Operation", "Status", "Code", "Exchanges"],
      rows: errorCodes.map(({ operation, status, code, exchanges }) => ({
        isCovered: exchanges > 0,
        cells: [operation, status, code, exchanges],
      })),
    }),
    tableSection({
      id: "headers",
      title: "Headers",
      heads: ["Operation", "Message", "Header", "Exchanges"],
      rows: headers.map(({ operation, direction, status, name, exchanges }) => ({
        isCovered: exchanges > 0,
        cells: [operation, status ?? direction, name, exchanges],
      })),
    }),
    ...(constraints ? [constraintSection(constraints)] : []),
    tableSection({
      id: "samples",
      title: "Samples",
      heads: ["Sample", "Messages", "Outcome"],
      rows: samples.map(({ id, derived, outcome }) => ({
        isCovered: outcome !== "not played" && outcome !== "error",
        cells: [id, derived ? "derived" : "documented", outcome.replace("-", " ")],
      })),
    }),
  ];
}

/** How much of each dimension is covered. */
export function coverageTable(coverage: Coverage): Html {
  return html`<table>
    <tr>
      <th>What is documented</th>
      <th>Exercised</th>
      <th></th>
    </tr>
    ${coverageSections(coverage).map(
      ({ id, title, covered, total }) =>
        html`<tr>
          <td><a href="#${id}">${title}</a></td>
          <td>${covered} of ${total}</td>
          <td>
            ${total > 0 ? html`<meter min="0" max="${total}" low="${total * 0.95}" optimum="${total}" value="${covered}"></meter>` : undefined}
          </td>
        </tr>`,
    )}
  </table>`;
}

interface Table {
  readonly id: string;
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly CoverageRow[];
}

function tableSection({ id, title, heads, rows }: Table): CoverageSection {
  const covered = rows.filter(({ isCovered }) => isCovered);
  return {
    id,
    title,
    covered: covered.length,
    total: rows.length,
    section: html`<section id="${id}">
      <h2>${title}</h2>
      ${coverageRows(heads, rows)}
    </section>`,
  };
}
