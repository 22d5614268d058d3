import { html, type Html, prose } from "@contract-toolkit/contract";
import { describePosition, type Finding } from "../../verdict.ts";
import { exchangesOf, exchangeText, type ExchangeOfFindings } from "../exchange-text.ts";
import { byOperation, countOutcomes, type Report, type Result } from "../report.ts";
import { absenceText, listFaults } from "../terminal.ts";
import { folded, table } from "./table.ts";

export function verdictSections(report: Report): Html {
  const { results, notImplemented } = report;
  const of = (outcome: Result["outcome"]) => results.filter((each) => each.outcome === outcome);
  const faults = listFaults(report);
  return html`
    <section id="operations">
      <h2>Operations</h2>
      ${
        notImplemented.length > 0
          ? html`<h3>Not implemented <small>${notImplemented.length}</small></h3>
              <ul class="bad">
                ${notImplemented.map((absence) => html`<li>${absenceText(absence)}</li>`)}
              </ul>`
          : undefined
      }
      ${table(
        ["Operation", "Passed", "Failed", "Errors", "Known failures"],
        [...byOperation(results)].map(([operation, group]) => {
          const { passed, failed, error, ...listed } = countOutcomes(group);
          return { cells: [operation, passed, failed, error, listed["known-failure"]] };
        }),
      )}
    </section>
    <section id="failed">
      <h2>Failed</h2>
      ${caseList(of("failed"), "bad", "No case failed.")}
    </section>
    <section id="errors">
      <h2>Errors: could not be played</h2>
      ${caseList(of("error"), "odd", "Every case could be played.")}
    </section>
    <section id="known-failures">
      <h2>Known failures</h2>
      ${
        faults.length > 0
          ? html`<ul class="bad">
              ${faults.map((fault) => html`<li>${fault}</li>`)}
            </ul>`
          : undefined
      }
      ${caseList(of("known-failure"), "odd", "No listed case failed.")}
    </section>
  `;
}

const mostUnfolded = 10;

function caseList(results: readonly Result[], cssClass: string, none: string): Html {
  if (results.length === 0) return html`<p>${none}</p>`;
  return html`${[...byOperation(results)].map(
    ([operation, group]) =>
      html`<h3>${operation} <small>${group.length}</small></h3>
        ${group.slice(0, mostUnfolded).map((result) => caseBlock(result, cssClass))}
        ${
          group.length > mostUnfolded
            ? folded(
                `${group.length - mostUnfolded} more of ${operation}`,
                group.slice(mostUnfolded).map((result) => caseBlock(result, cssClass)),
              )
            : undefined
        }`,
  )}`;
}

function caseBlock({ verdict, known }: Result, cssClass: string): Html {
  const { id, kind, why, source } = verdict.case;
  return html`<div class="case ${cssClass}">
    <p>
      <b>${id}</b> ${kind === "derived" ? html`<small>derived,</small> ` : undefined}<small
        >${describePosition(source)}</small
      >
    </p>
    ${known ? html`<p>Known failure: ${known.reason}</p>` : undefined}
    <ul>
      ${verdict.findings.map(findingItem)}
    </ul>
    <p><small>${prose(why)}</small></p>
    ${exchangesOf(verdict).map(exchangeBlock)}
  </div>`;
}

function exchangeBlock({ exchange, findings }: ExchangeOfFindings, at: number): Html {
  const { request, answer } = exchange;
  const which = at === 0 ? "" : `, of finding ${(findings[0] ?? 0) + 1}`;
  const status = answer ? `HTTP ${answer.status}` : "no answer";
  return folded(
    `${request.method}, ${status}: what was sent and answered${which}`,
    html`<pre>${exchangeText(exchange)}</pre>`,
  );
}

function findingItem({ message, source }: Finding): Html {
  return html`<li>
    <code>${message}</code>${source ? html`<small>${describePosition(source)}</small>` : undefined}
  </li>`;
}
