import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import { backToFront, escapedText, spacedText } from "../variations.ts";
import { readBody } from "../answers/body.ts";
import type { WireRequest } from "../answers/proxy.ts";
import { requestMutant, resultMutant, type RequestMutant } from "./request-mutant.ts";

/** What a client may send for an operation instead, without breaking the contract. */
export function requestVariations(suite: Suite, operation: Operation): RequestMutant[] {
  const vary = (operator: string, onSent: RequestMutant["onSent"]) =>
    requestMutant(suite, operation, operator, "", onSent);
  const target = (operator: string, change: (sent: WireRequest) => string) =>
    vary(operator, (sent) => ({ ...sent, target: change(sent) }));
  const body = (operator: string, write: (value: unknown) => string) =>
    vary(operator, (sent) =>
      sent.body === "" ? undefined : { ...sent, body: write(readBody(sent)) },
    );
  return [
    vary("unchanged", (sent) => sent),
    vary("header names in capitals", (sent) => ({
      ...sent,
      headers: sent.headers.map(([name, value]) => [name.toUpperCase(), value]),
    })),
    vary("headers of the client's own", (sent) => ({
      ...sent,
      headers: [...sent.headers, ["X-Trace", "1"]],
    })),
    target("query back to front", backwards),
    target("more percent-encoding", ({ target: sent }) =>
      sent.replaceAll(/(?<=\/[^/?]*)[g-z](?=[^/]*$)/g, percent),
    ),
    target("percent-encoding in lower case", ({ target: sent }) =>
      sent.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    ),
    body("keys back to front", (value) => JSON.stringify(backToFront(value))),
    body("white space", spacedText),
    body("escaped letters", escapedText),
    resultMutant(suite, operation, "result: keys back to front", "", (result) => ({
      ...result,
      body: backToFront(result.body),
    })),
  ];
}

function backwards({ target }: WireRequest): string {
  const [path = "", query] = target.split("?");
  return query === undefined ? path : `${path}?${query.split("&").toReversed().join("&")}`;
}

/** A character that needs no percent-encoding, with it (RFC 3986, section 6.2.2.2). */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
