import { html, type Html, type HtmlPart } from "@contract-toolkit/contract";

export interface CoverageRow {
  readonly isCovered: boolean;
  readonly cells: readonly HtmlPart[];
}

/** Lists rows that are not covered first, the rest folded. Covered rows are folded below. */
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

/** More rows do not fit on a screen. */
const mostUnfolded = 20;

/** A table behind a line with the number of its rows; undefined without rows. */
export function foldedTable(
  what: string,
  heads: readonly string[],
  rows: readonly Pick<CoverageRow, "cells">[],
): Html | undefined {
  return rows.length === 0 ? undefined : folded(`${rows.length} ${what}`, table(heads, rows));
}

/** Content behind a summary line. */
export function folded(summary: string, content: HtmlPart): Html {
  return html`<details>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

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

/** A path may break anywhere; other text breaks between words. */
function tableCell(cell: HtmlPart): Html {
  const isPath = typeof cell === "string" && cell.includes("/");
  return isPath ? html`<td class="path">${cell}</td>` : html`<td>${cell}</td>`;
}
