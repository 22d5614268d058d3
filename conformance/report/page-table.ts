import { html, type Html } from "../page/html.ts";

/** One dimension of coverage as a section of the page. */
export interface CoverageSection {
  readonly id: string;
  readonly title: string;
  readonly covered: number;
  readonly total: number;
  readonly section: Html;
}

/** A row of a table of what is covered and what is not. */
export interface CoverageRow {
  readonly isCovered: boolean;
  readonly cells: readonly (string | number)[];
}

/** What is not covered in sight, what is covered folded below it. */
export function coverageRows(
  heads: readonly string[],
  rows: readonly CoverageRow[],
): Html {
  const [covered, open] = [true, false].map((state) =>
    rows.filter(({ isCovered }) => isCovered === state),
  );
  if (rows.length === 0) return html`<p>None is documented.</p>`;
  return html`
    ${
      open && open.length > 0
        ? html`<p class="odd">${open.length} not exercised</p>
            ${table(heads, open)}`
        : html`<p class="good">All are exercised.</p>`
    }
    ${
      covered && covered.length > 0
        ? html`<details>
            <summary>${covered.length} exercised</summary>
            ${table(heads, covered)}
          </details>`
        : undefined
    }
  `;
}

/** Rows below their heads. */
export function table(
  heads: readonly string[],
  rows: readonly Pick<CoverageRow, "cells">[],
): Html {
  return html`<table>
    <tr>
      ${heads.map((head) => html`<th>${head}</th>`)}
    </tr>
    ${rows.map(
      ({ cells }) =>
        html`<tr>
          ${cells.map((cell) => html`<td>${cell}</td>`)}
        </tr>`,
    )}
  </table>`;
}
