import { html, type Html, type HtmlPart } from "@contract-toolkit/kernel";

/** A row of a table of what is covered and what is not. */
export interface CoverageRow {
  readonly isCovered: boolean;
  readonly cells: readonly HtmlPart[];
}

/** What is not covered comes first, in sight as far as it is short; what is covered is folded below it. */
export function coverageRows(heads: readonly string[], rows: readonly CoverageRow[]): Html {
  if (rows.length === 0) return html`<p>None is documented.</p>`;
  const open = rows.filter(({ isCovered }) => !isCovered);
  const covered = rows.filter(({ isCovered }) => isCovered);
  return html`
    ${
      open.length > 0
        ? html`<p class="odd">${open.length} not exercised</p>
            ${table(heads, open.slice(0, mostUnfolded))}`
        : html`<p class="good">All are exercised.</p>`
    }
    ${foldedTable("more not exercised", heads, open.slice(mostUnfolded))}
    ${foldedTable("exercised", heads, covered)}
  `;
}

/** As many rows as can be taken in at a glance. */
const mostUnfolded = 20;

/** A table behind a line that says how many rows it has; nothing where it has none. */
export function foldedTable(
  what: string,
  heads: readonly string[],
  rows: readonly Pick<CoverageRow, "cells">[],
): Html | undefined {
  return rows.length === 0 ? undefined : folded(`${rows.length} ${what}`, table(heads, rows));
}

/** Something behind a line. */
export function folded(summary: string, content: HtmlPart): Html {
  return html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

/** Rows below their heads. */
export function table(heads: readonly string[], rows: readonly Pick<CoverageRow, "cells">[]): Html {
  return html`<table>
    <tr>
      ${heads.map((head) => html`<th>${head}</th>`)}
    </tr>
    ${rows.map(
      ({ cells }) =>
        html`<tr>
          ${cells.map(tableCell)}
        </tr>`,
    )}
  </table>`;
}

/** A path may break anywhere; other words stay whole. */
function tableCell(cell: HtmlPart): Html {
  const isPath = typeof cell === "string" && cell.includes("/");
  return isPath ? html`<td class="path">${cell}</td>` : html`<td>${cell}</td>`;
}
