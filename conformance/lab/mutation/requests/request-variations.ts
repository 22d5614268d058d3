import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import type { Header } from "../answers/proxy.ts";
import { requestMutant, type RequestMutant } from "./request-mutant.ts";

/**
 * What a client may send for an operation instead, without breaking the contract: what `fetch` decides, and headers. What
 * the client's own code may do otherwise are the variations of `clients`.
 */
export function requestVariations(suite: Suite, operation: Operation): RequestMutant[] {
  const vary = (operator: string, onSent: RequestMutant["onSent"]) =>
    requestMutant(suite, operation, operator, "", onSent);
  return [
    vary("unchanged", (sent) => sent),
    vary("header names in capitals", (sent) => ({
      ...sent,
      headers: sent.headers.map(([name, value]) => [name.toUpperCase(), value]),
    })),
    vary("headers back to front", (sent) => ({ ...sent, headers: sent.headers.toReversed() })),
    ...ownHeaders.map(([operator, ...own]) =>
      vary(operator, ({ headers, ...sent }) => ({ ...sent, headers: headersWith(headers, own) })),
    ),
  ];
}

/** Headers that clients add by themselves. */
const ownHeaders: readonly (readonly [operator: string, ...Header[]])[] = [
  ["accepts everything", ["Accept", "*/*"]],
  ["accepts languages", ["Accept-Language", "fr-CA, fr;q=0.8, *;q=0.1"]],
  ["closes the connection", ["Connection", "close"]],
  ["asks to go on", ["Expect", "100-continue"]],
  ["headers of a browser", ["Origin", "http://shop.example"], ["Referer", "http://shop.example/"]],
  ["headers of a proxy", ["Via", "1.1 proxy"], ["X-Forwarded-For", "192.0.2.1"]],
  ["the date", ["Date", "Sun, 06 Nov 1994 08:49:37 GMT"]],
];

/** With other values for those that are there; what the operation documents itself stays as it is. */
function headersWith(sent: readonly Header[], own: readonly Header[]): Header[] {
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  return [...sent, ...own.filter(([name]) => !names.has(name.toLowerCase()))];
}
