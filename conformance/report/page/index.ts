import { createHash } from "node:crypto";
import { Html, html, pageStyle } from "@contract-toolkit/contract";
import { byOperation, countOutcomes, type Report } from "../report.ts";
import { coverageSections } from "./coverage-sections.ts";
import { table } from "./table.ts";
import { type Section, verdictSections } from "./verdicts.ts";

/** Writes a report as one HTML page that loads nothing and runs no script. */
export function pageReport(report: Report): string {
  const { contract, target, timing } = report;
  const title = `${contract.title} ${contract.version}, ${target}`;
  const sections = [...verdictSections(report), operationSection(report)];
  const coverage = coverageSections(report.coverage);
  const link = ({ id, title: name, count }: Section) =>
    html`<li><a href="#${id}">${name}</a> <span class="quiet">${count}</span></li>`;
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
          <nav>
            <ul class="row">
              ${[...sections, ...coverage].map(link)}
            </ul>
          </nav>
          ${sections.map(part)}
          <h2 id="coverage">Coverage: how much of what is documented was exercised</h2>
          ${coverage.map(part)}
        </main>
      </body>
    </html> `.text;
}

function part({ id, title, count, content }: Section): Html {
  return html`<section id="${id}" class="stack">
    <h2>${title} <small class="quiet">${count}</small></h2>
    ${content}
  </section>`;
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
nav ul { padding: 0; list-style: none; gap: var(--size-1) var(--size-3); }
section { padding-top: var(--size-3); }
ul { padding-left: 1.2rem; } .small, .cause { overflow-wrap: anywhere; }
.headline { font-size: 1.5rem; font-weight: 600; }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; }
.tiles div { flex: 1 0 6rem; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; }
.findings { padding: 0; list-style: none; font-weight: 600; } .findings code { font-weight: 400; }
.cause { border-left: 3px solid var(--warn); } .cause.failed { border-left-color: var(--bad); } .cause.failed .findings { color: var(--bad); }
.cause pre { max-height: none; } .code .line { min-width: 0; min-height: 1lh; white-space: pre-wrap; overflow-wrap: anywhere; }
td.path { min-width: 11rem; overflow-wrap: anywhere; }
.map { width: auto; } .map :is(th, td) { padding: .35rem .6rem; border: 1px solid var(--page); white-space: nowrap; }
.map th:first-child { position: sticky; left: 0; background: var(--page); }
.map .heat { text-align: center; font-variant-numeric: tabular-nums; background: color-mix(in srgb, var(--heat) 22%, var(--page)); }
.heat-0 { --heat: var(--bad); } .heat-1, .heat-2, .heat-3 { --heat: var(--warn); } .heat-4 { --heat: var(--good); }
@media print { main { max-width: none; padding: 0; } h2, .findings { break-after: avoid; } .line, tr { break-inside: avoid; } .scroll { overflow: visible; } .map { font-size: .625rem; } .map :is(th, td) { padding: .2rem; } .map th + th { writing-mode: vertical-rl; } }
`;

/** The policy allows only the styles of the page itself. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'; base-uri 'none'; form-action 'none'`;

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
