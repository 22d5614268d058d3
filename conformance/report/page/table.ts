import { html, type Html, type HtmlPart } from "@contract-toolkit/contract";

export interface CoverageRow {
  readonly isCovered: boolean;
  readonly cells: readonly HtmlPart[];
}

/** Lists rows that are not covered. Covered rows are folded below. */
export function coverageRows(heads: readonly string[], rows: readonly CoverageRow[]): Html {
  const open = rows.filter(({ isCovered }) => !isCovered);
  const covered = rows.filter(({ isCovered }) => isCovered);
  return html`
    ${
      open.length > 0
        ? html`<p class="warn">${open.length} not exercised</p>
            ${table(heads, open)}`
        : html`<p class="good">All are exercised.</p>`
    }
    ${foldedTable("exercised", heads, covered)}
  `;
}

/** A table behind a line with the number of its rows; undefined without rows. */
export function foldedTable(
  what: string,
  heads: readonly string[],
  rows: readonly Pick<CoverageRow, "cells">[],
): Html | undefined {
  return rows.length === 0
    ? undefined
    : html`<details>
        <summary>${rows.length} ${what}</summary>
        ${table(heads, rows)}
      </details>`;
}

export function table(heads: readonly string[], rows: readonly Pick<CoverageRow, "cells">[]): Html {
  return html`<div class="scroll" tabindex="0">
    <table>
      <tr>
        ${heads.map((head) => html`<th>${head}</th>`)}
      </tr>
      ${rows.map(
        ({ cells }) =>
          html`<tr>
            ${cells.map(tableCell)}
          </tr>`,
      )}
    </table>
  </div>`;
}

/** A path may break anywhere; other text breaks between words. */
function tableCell(cell: HtmlPart): Html {
  const isPath = typeof cell === "string" && cell.includes("/");
  return isPath ? html`<td class="path">${cell}</td>` : html`<td>${cell}</td>`;
}
