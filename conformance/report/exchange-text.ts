import type { ShownExchange } from "../exchanges/exchange.ts";
import type { Verdict } from "../verdict.ts";

/** The different exchanges of a verdict, with the indexes of the findings that each caused. */
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

function headerLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
