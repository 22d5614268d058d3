/** Failures and errors by cause, each with one example. */
import { writePosition, type Line } from "@contract-toolkit/contract";
import type { ShownExchange } from "../../exchanges/exchange.ts";
import { exchangesOf } from "../exchange-text.ts";
import { byCause, caseOperationId, type Result } from "../report.ts";
import { commandLines, paint, wrapText } from "./lines.ts";

/**
 * Describes causes in as many lines as there is room for, those of the most cases first. The first one is always there, with
 * what was sent.
 */
export function causeLines(problems: readonly Result[], room: number, list: string): Line[] {
  const causes = byCause(problems).map((cause, index) => describeCause(cause, index === 0));
  let shown = 0;
  let length = LINES_OF_REST;
  for (const lines of causes) {
    length += lines.length;
    if (shown > 0 && length > room) break;
    shown += 1;
  }
  const rest = causes.length - shown;
  return [
    ...causes.slice(0, shown).flat(),
    ...(rest > 0
      ? [
          ...wrapText(
            `${rest} more ${rest === 1 ? "cause" : "causes"} of failures: ${list} has all.`,
          ),
          "",
        ]
      : []),
  ];
}

const LINES_OF_REST = 2;

export function describeCause([first, ...others]: readonly Result[], isDetailed: boolean): Line[] {
  if (!first) return [];
  const { outcome, verdict } = first;
  const { id, kind, source, why } = verdict.case;
  const shown = verdict.findings.slice(0, isDetailed ? MOST_FINDINGS : 1);
  const more = verdict.findings.length - shown.length;
  return [
    [
      paint(outcome === "error" ? "yellow" : "red", outcome),
      ` ${id}${kind === "derived" ? " (derived)" : ""}`,
    ],
    ...shown.flatMap((finding) => [
      ...wrapText(finding.message, undefined, "  ", isDetailed ? undefined : LONGEST_MESSAGE),
      ...(finding.source ? [`    at ${writePosition(finding.source)}`] : []),
    ]),
    ...(more > 0 ? [`  and ${more} more ${more === 1 ? "finding" : "findings"}`] : []),
    ...(shown.every((finding) => finding.source)
      ? []
      : [[paint("dim", `  at ${writePosition(source)}`)]]),
    ...(isDetailed
      ? [
          ...(why ? wrapText(`why: ${why}`, "dim", "  ") : []),
          ...exchangesOf(verdict)
            .slice(0, 1)
            .flatMap(({ exchange }) => exchangeLines(exchange)),
        ]
      : []),
    ...similarLines(first, others),
    "",
  ];
}

const MOST_FINDINGS = 3;

/** Two lines. */
const LONGEST_MESSAGE = 150;

/** What matters of an exchange, and the command if it is short. */
function exchangeLines({ request, response, curl }: ShownExchange): Line[] {
  const { method, url, body = "" } = request;
  const answered = response ? `HTTP ${response.status} ${response.body}` : "no response";
  return [
    ...wrapText(`sent: ${method} ${url} ${body}`, "dim", "  ", LONGEST_MESSAGE),
    ...wrapText(`answered: ${answered}`, "dim", "  ", LONGEST_MESSAGE),
    ...(curl !== undefined && curl.length <= LONGEST_COMMAND ? commandLines(curl, "  ") : []),
  ];
}

/** The other reports show longer commands. */
const LONGEST_COMMAND = 400;

function similarLines(first: Result, others: readonly Result[]): Line[] {
  if (others.length === 0) return [];
  const operations = new Set(others.map(({ verdict }) => caseOperationId(verdict.case)));
  operations.delete(caseOperationId(first.verdict.case));
  const named = [...operations].slice(0, MOST_NAMES).join(", ");
  const text = [
    `the same with ${others.length} more ${others.length === 1 ? "case" : "cases"}`,
    ...(operations.size > 0 ? [` of ${named}`] : []),
    ...(operations.size > MOST_NAMES ? [" and others"] : []),
  ].join("");
  return wrapText(text, undefined, "  ", LONGEST_MESSAGE);
}

const MOST_NAMES = 5;
