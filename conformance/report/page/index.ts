import { createHash } from "node:crypto";
import { Html, html, pageStyle } from "@contract-toolkit/contract";
import { coverageSections, coverageTable } from "./coverage-sections.ts";
import { verdictSections } from "./verdicts.ts";
import { countOutcomes, type Report } from "../report.ts";

/** Writes a report as one HTML page that loads nothing and runs no script. */
export function pageReport(report: Report): string {
  const { contract, target, timing } = report;
  const title = `${contract.title} ${contract.version}, ${target}`;
  const sections = coverageSections(report.coverage);
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
        <nav>
          <h1>${contract.title}</h1>
          <p>${contract.version}, ${target}</p>
          <h2>Verdicts</h2>
          <ul>
            <li><a href="#operations">Operations</a></li>
            <li><a href="#failed">Failed</a></li>
            <li><a href="#errors">Errors: could not be played</a></li>
            <li><a href="#known-failures">Known failures</a></li>
          </ul>
          <h2>Coverage</h2>
          <ul>
            ${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
          </ul>
        </nav>
        <main>
          ${headline(report)} ${tiles(report)}
          <p>
            <small
              >${timing.startedAt.toISOString()}, ${(timing.milliseconds / 1000).toFixed(1)} s, seed
              ${timing.seed}</small
            >
          </p>
          ${verdictSections(report)}
          <section id="coverage">
            <h2>Coverage</h2>
            ${coverageTable(sections)}
          </section>
          ${sections.map(
            ({ id, title: name, content }) =>
              html`<section id="${id}">
                <h2>${name}</h2>
                ${content}
              </section>`,
          )}
        </main>
      </body>
    </html> `.text;
}

const styles = `${pageStyle}
body { display: grid; grid-template-columns: 17rem minmax(0, 60rem); gap: 2rem; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; padding: 0; }
section { border-top: 1px solid var(--line); padding: 1rem 0 2rem; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
.headline { font-size: 1.5rem; font-weight: 600; margin: .5rem 0; }
.odd { color: var(--warn); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1rem 0; }
.tiles div { border: 1px solid var(--line); border-radius: .3rem; padding: .4rem .9rem; min-width: 6rem; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; }
th { text-align: left; font-size: .8rem; padding: .4rem .6rem; border-bottom: 2px solid var(--line); }
td { overflow-wrap: break-word; } td.path { overflow-wrap: anywhere; }
h3 { margin: 1.5rem 0 .3rem; font-size: 1rem; }
.case { border-left: 3px solid var(--line); padding-left: .8rem; margin: .8rem 0; overflow-wrap: anywhere; }
.case.bad { border-color: currentColor; } .case.bad > *, .case.odd > * { color: var(--text); } .case.odd { border-color: currentColor; }
.case p { margin: .2rem 0; } .case ul { margin: .2rem 0; padding-left: 1.2rem; }
.case li small { display: block; }
.case pre { white-space: pre-wrap; overflow-wrap: anywhere; }
meter { width: 8rem; }
@media print { body { display: block; } nav { display: none; } section { break-inside: auto; } .case, tr { break-inside: avoid; } }
`;

/** The policy allows only the styles of the page itself. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'; base-uri 'none'; form-action 'none'`;

function headline({ results, notImplemented, unmatched }: Report): Html {
  const { failed, error, "unexpected-pass": unexpected } = countOutcomes(results);
  if (failed > 0) return html`<p class="headline bad">The contract is not kept.</p>`;
  if (notImplemented.some(({ known }) => !known))
    return html`<p class="headline bad">Not every operation is implemented.</p>`;
  if (error > 0) return html`<p class="headline odd">Not every case could be played.</p>`;
  if (unexpected + unmatched.length > 0)
    return html`<p class="headline bad">The list of known failures is out of date.</p>`;
  return html`<p class="headline good">Every case that was played passed.</p>`;
}

function tiles({ results, unmatched }: Report): Html {
  const { passed, failed, error, ...listed } = countOutcomes(results);
  const known = listed["known-failure"];
  const unexpected = listed["unexpected-pass"] + unmatched.length;
  const tile = (count: number, words: string, cssClass: string) =>
    html`<div><b${count > 0 ? html` class="${cssClass}"` : undefined}>${count}</b> ${words}</div>`;
  return html`<div class="tiles">
    ${tile(passed, "passed", "good")} ${tile(failed, "failed", "bad")}
    ${tile(error, error === 1 ? "error" : "errors", "odd")}
    ${tile(known, known === 1 ? "known failure" : "known failures", "odd")}
    ${unexpected > 0 ? tile(unexpected, "outdated known failures", "bad") : undefined}
  </div>`;
}
