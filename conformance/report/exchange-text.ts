import type { Line } from "@contract-toolkit/contract";
import type { ShownExchange } from "../transcript/exchange.ts";
import { shorten, type Verdict } from "../verdict.ts";

/** An exchange and the indexes of the findings that it caused. */
export type ExchangeOfFindings = ReturnType<typeof exchangesOf>[number];

/** The different exchanges of a verdict. */
export function exchangesOf({ exchanges = [] }: Verdict) {
  const findings = new Map<ShownExchange, number[]>();
  for (const [index, exchange] of exchanges.entries()) {
    if (exchange) findings.set(exchange, [...(findings.get(exchange) ?? []), index]);
  }
  return [...findings].map(([exchange, indexes]) => ({ exchange, findings: indexes }));
}

/** An exchange in the form of HTTP, with the command that repeats it. */
export function exchangeText({ request, response, curl }: ShownExchange): string {
  return [
    `${request.method} ${request.url}`,
    ...headerLines(request.headers),
    ...(request.body ? ["", request.body] : []),
    "",
    ...(response
      ? [
          `HTTP ${response.status}`,
          ...headerLines(response.headers),
          ...(response.body ? ["", response.body] : []),
        ]
      : ["no response"]),
    ...(curl === undefined ? [] : ["", curl]),
  ].join("\n");
}

/** An exchange as lines of a terminal: what matters of it, and the command if it is short. */
export function exchangeLines({ request, response, curl }: ShownExchange): Line[] {
  const { method, url, body = "" } = request;
  const answered = response ? `HTTP ${response.status} ${response.body}` : "no response";
  const dim = (text: string): Line => [
    { style: "dim", text: shorten(text, LONGEST_LINE).trimEnd() },
  ];
  return [
    dim(`sent: ${method} ${url} ${body}`),
    dim(`answered: ${answered}`),
    ...(curl !== undefined && curl.length <= LONGEST_COMMAND
      ? [[{ style: "command", text: curl } as const]]
      : []),
  ];
}

/** A few lines on most terminals. */
const LONGEST_LINE = 240;

/** The other reports show longer commands. */
const LONGEST_COMMAND = 1_200;

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
