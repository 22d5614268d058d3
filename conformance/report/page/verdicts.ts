import { html, type Html, prose } from "@contract-toolkit/contract";
import { describePosition, type Finding } from "../../verdict.ts";
import { exchangesOf } from "../exchange-text.ts";
import { byCause, caseOperationId, type Report, type Result } from "../report.ts";
import { absenceText, listStaleFailures } from "../terminal.ts";
import { comparedMessages, withoutBody } from "./message-view.ts";

/** A part of the page. Parts without content are left out. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly count: number | string;
  readonly content: Html;
}

/** What failed, grouped by cause, then what could not be played, is missing, or is known to fail. */
export function verdictSections(report: Report): Section[] {
  const { results, notImplemented } = report;
  const of = (outcome: Result["outcome"]) => results.filter((result) => result.outcome === outcome);
  const list = (texts: readonly string[]) =>
    html`<ul>
      ${texts.map((text) => html`<li>${text}</li>`)}
    </ul>`;
  const violations = listStaleFailures(report);
  return [
    causeSection("failed", "Failed", of("failed")),
    causeSection("errors", "Could not be played", of("error")),
    {
      id: "not-implemented",
      title: "Not implemented",
      count: notImplemented.length,
      content: list(notImplemented.map(absenceText)),
    },
    {
      id: "outdated",
      title: "Outdated lines of the known failures",
      count: violations.length,
      content: list(violations),
    },
    causeSection("known-failures", "Known failures", of("known-failure")),
  ].filter(({ count }) => count > 0);
}

function causeSection(id: string, title: string, results: readonly Result[]) {
  const causes = byCause(results);
  const panels = causes.map((cause) => causePanel(cause, causes.length === 1));
  return { id, title, count: results.length, content: html`${panels}` };
}

/** One cause: its findings, one of its cases with the exchange, and the ids of the others. */
function causePanel(results: readonly Result[], isOpen: boolean): Html {
  const [first, ...others] = results;
  if (!first) return html``;
  const { case: played, findings } = first.verdict;
  const { id, kind, why, source } = played;
  const operations = [...new Set(results.map(({ verdict }) => caseOperationId(verdict.case)))];
  const shown = exchangesOf(first.verdict);
  return html`<details
    class="panel stack cause ${first.outcome}"
    ${isOpen ? html` open` : undefined}
  >
    <summary>
      <span class="findings">
        ${findings.map((finding) => findingItem(finding, shown.length > 0))}
        ${operations.map((operation) => html`<span class="badge info">${operation}</span> `)}
        <small class="quiet">${results.length === 1 ? "1 case" : `${results.length} cases`}</small>
      </span>
    </summary>
    ${first.known && html`<p>Known failure: ${first.known.reason}</p>`}
    <p class="small">
      <b>${id}</b>${kind === "derived" ? html` <small>derived,</small>` : undefined}
      <span class="quiet">${describePosition(source)} ${prose(why)}</span>
    </p>
    ${shown.map(({ exchange }) => comparedMessages(exchange, first))}
    ${
      others.length > 0
        ? html`<details>
            <summary>${others.length} more with the same cause</summary>
            <ul class="small">
              ${others.map(({ verdict }) => html`<li>${verdict.case.id}</li>`)}
            </ul>
          </details>`
        : undefined
    }
  </details>`;
}

function findingItem({ message, source }: Finding, hasExchange: boolean): Html {
  return html`<span class="finding">
    ${hasExchange ? withoutBody(message) : message}${source && html` <code class="quiet">${describePosition(source)}</code>`}
  </span>`;
}
