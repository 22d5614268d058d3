import { createHash } from "node:crypto";
import { Html, html, pageStyle } from "@contract-toolkit/contract";
import { byOperation, countOutcomes, type Report } from "../report.ts";
import { coverageSections } from "./coverage-sections.ts";
import { table } from "./table.ts";
import { type Section, verdictSections } from "./verdicts.ts";

/** Writes a report as one HTML page that loads nothing. Its script only searches. */
export function pageReport(report: Report): string {
  const { contract, target, timing } = report;
  const title = `${contract.title} ${contract.version}, ${target}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`<style>${styles}</style>`)}
      </head>
      <body>
        <main class="stack">
          <h1>${contract.title} <small class="quiet">${contract.version}, ${target}</small></h1>
          ${headline(report)} ${tiles(report)}
          <p class="small quiet">
            ${timing.startedAt.toISOString()}, ${(timing.milliseconds / 1000).toFixed(1)} s, seed
            ${timing.seed}
          </p>
          <label hidden>
            Search by operation, kind of case, status or text
            <input type="search" list="operations-found" />
          </label>
          <datalist id="operations-found">
            ${[...byOperation(report.results).keys()].map((name) => html`<option>${name}</option>`)}
          </datalist>
          ${[...verdictSections(report), operationSection(report)].map(part)}
          <p class="quiet" id="coverage">How much of what is documented was exercised:</p>
          ${coverageSections(report.coverage).map(part)}
        </main>
        ${new Html(`<script>${script}</script>`)}
      </body>
    </html> `.text;
}

/** A closed part of the page; what failed is open. */
function part({ id, title, count, content }: Section): Html {
  return html`<details class="part" ${id === "failed" ? html` open` : undefined}>
    <summary>
      <h2>${title} <small class="quiet">${count}</small></h2>
    </summary>
    <section id="${id}" class="stack">${content}</section>
  </details>`;
}

function operationSection({ results }: Report): Section {
  const groups = byOperation(results);
  const rows = [...groups].map(([operation, group]) => {
    const { passed, failed, error, ...listed } = countOutcomes(group);
    return { cells: [operation, passed, failed, error, listed["known-failure"]] };
  });
  const heads = ["Operation", "Passed", "Failed", "Errors", "Known failures"];
  return { id: "operations", title: "Operations", count: groups.size, content: table(heads, rows) };
}

const styles = `${pageStyle}
[hidden] { display: none !important; }
.part > summary > h2 { display: inline; color: var(--text); } section { padding-top: var(--size-3); }
ul { padding-left: 1.2rem; } .small, .cause { overflow-wrap: anywhere; }
.headline { font-size: 1.5rem; font-weight: 600; }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; }
.tiles div { flex: 1 0 6rem; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; }
.findings { display: inline-block; vertical-align: top; width: calc(100% - 2em); font-weight: 600; } .finding { display: block; } .findings code { font-weight: 400; }
.cause { border-left: 3px solid var(--warn); } .cause.failed { border-left-color: var(--bad); } .cause.failed .findings { color: var(--bad); }
.cause:not([open]) { gap: 0; } .cause pre { max-height: none; } .code .line { min-width: 0; min-height: 1lh; white-space: pre-wrap; overflow-wrap: anywhere; }
td.path { min-width: 11rem; overflow-wrap: anywhere; }
.map { width: auto; } .map :is(th, td) { padding: .35rem .6rem; border: 1px solid var(--page); white-space: nowrap; }
.map th:first-child { position: sticky; left: 0; background: var(--page); }
.map .heat { text-align: center; font-variant-numeric: tabular-nums; background: color-mix(in srgb, var(--heat) 22%, var(--page)); }
.heat-0 { --heat: var(--bad); } .heat-1, .heat-2, .heat-3 { --heat: var(--warn); } .heat-4 { --heat: var(--good); }
@media print { main { max-width: none; padding: 0; } h2, .findings { break-after: avoid; } .line, tr { break-inside: avoid; } .scroll { overflow: visible; } ::details-content { content-visibility: visible; } label { display: none; } .map { font-size: .625rem; } .map :is(th, td) { padding: .2rem; } .map th + th { writing-mode: vertical-rl; } }
`;

/** Shows only the causes and rows that have all words, and the parts with any. */
const script = `
const rows = ":is(.cause, tr:has(td), section > ul > li)";
const search = document.querySelector("[type=search]");
search.parentElement.hidden = false;
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\\s+/);
  for (const found of document.querySelectorAll(rows))
    found.hidden = !words.every((word) => found.textContent.toLowerCase().includes(word));
  for (const part of document.querySelectorAll(".part, .part details:not(.cause)"))
    part.open = search.value !== "" || part.querySelector("#failed") !== null;
  for (const part of document.querySelectorAll(".part"))
    part.hidden = search.value !== "" && part.querySelector(rows + ":not([hidden])") === null;
});
`;

/** The policy allows only the styles and the script of the page itself. */
const policy = `default-src 'none'; style-src ${hashOf(styles)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function headline({ results, notImplemented, unmatched }: Report): Html {
  const { failed, error, "unexpected-pass": unexpected } = countOutcomes(results);
  if (failed > 0) return html`<p class="headline bad">The contract is violated.</p>`;
  if (notImplemented.some(({ known }) => !known))
    return html`<p class="headline bad">Not every operation is implemented.</p>`;
  if (error > 0) return html`<p class="headline warn">Not every case could be played.</p>`;
  if (unexpected + unmatched.length > 0)
    return html`<p class="headline bad">The list of known failures is out of date.</p>`;
  return html`<p class="headline good">Every case that was played passed.</p>`;
}

function tiles({ results, unmatched }: Report): Html {
  const { passed, failed, error, ...listed } = countOutcomes(results);
  const known = listed["known-failure"];
  const unexpected = listed["unexpected-pass"] + unmatched.length;
  const tile = (count: number, words: string, cssClass: string) =>
    html`<div class="panel"><b${count > 0 ? html` class="${cssClass}"` : undefined}>${count}</b> ${words}</div>`;
  return html`<div class="tiles">
    ${tile(passed, "passed", "good")} ${tile(failed, "failed", "bad")}
    ${tile(error, error === 1 ? "error" : "errors", "warn")}
    ${known > 0 ? tile(known, known === 1 ? "known failure" : "known failures", "warn") : undefined}
    ${unexpected > 0 ? tile(unexpected, "outdated known failures", "bad") : undefined}
  </div>`;
}
