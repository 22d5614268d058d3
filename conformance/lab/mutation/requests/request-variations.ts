import type { Operation } from "@contract-toolkit/kernel";
import type { Suite } from "../../../suite.ts";
import {
  backToFront,
  escapedBeyondAscii,
  escapedSlashes,
  escapedText,
  numbersAs,
  spacedText,
} from "../variations.ts";
import { withHeader } from "../answers/body.ts";
import { readBody } from "../answers/body.ts";
import type { Header, WireRequest } from "../answers/proxy.ts";
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
    vary("headers back to front", (sent) => ({ ...sent, headers: sent.headers.toReversed() })),
    ...ownHeaders.map(([operator, ...own]) =>
      vary(operator, ({ headers, ...sent }) => ({ ...sent, headers: headersWith(headers, own) })),
    ),
    ...contentTypes.map((type) =>
      vary(`the content type ${type}`, (sent) => ({
        ...sent,
        headers: withHeader(sent.headers, "Content-Type", ([name, value]) => [
          name,
          /json/i.test(value) ? type : value,
        ]),
      })),
    ),
    vary("chunked", (sent) =>
      sent.body === ""
        ? undefined
        : { ...sent, headers: [...sent.headers, ["Transfer-Encoding", "chunked"]] },
    ),
    target("query back to front", backwards),
    target("more percent-encoding", ({ target: sent }) =>
      sent.replaceAll(/(?<=\/[^/?]*)[g-z](?=[^/]*$)/g, percent),
    ),
    target("percent-encoding in lower case", ({ target: sent }) =>
      sent.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase()),
    ),
    target("query with more percent-encoding", ({ target: sent }) =>
      sent.replaceAll(/(?<=\?.*=[^&]*)[a-z](?=[^&=]*(&|$))/g, percent),
    ),
    target("spaces of the query as plus signs", ({ target: sent }) =>
      sent.replace(/\?.*/, (query) => query.replaceAll("%20", "+")),
    ),
    body("keys back to front", (value) => JSON.stringify(backToFront(value))),
    body("white space", spacedText),
    body("escaped letters", escapedText),
    body("escapes beyond ASCII", escapedBeyondAscii),
    body("escaped slashes", escapedSlashes),
    body("a line end", (value) => `${JSON.stringify(value)}\n`),
    body("whole numbers with a fraction", (value) => numbersAs(value, (number) => `${number}.0`)),
    body("numbers with an exponent", (value) => numbersAs(value, (number) => `${number}e0`)),
    resultMutant(suite, operation, "result: keys back to front", "", (result) => ({
      ...result,
      body: backToFront(result.body),
    })),
  ];
}

/** Headers that clients add by themselves. */
const ownHeaders: readonly (readonly [operator: string, ...Header[]])[] = [
  ["headers of the client's own", ["X-Trace", "1"]],
  ["a name of the client", ["User-Agent", "other/1.0 (linux)"]],
  ["accepts everything", ["Accept", "*/*"]],
  ["accepts JSON and others less", ["Accept", "application/json, text/plain;q=0.5, */*;q=0.1"]],
  ["accepts encodings", ["Accept-Encoding", "gzip, deflate, br"]],
  ["accepts languages", ["Accept-Language", "fr-CA, fr;q=0.8, *;q=0.1"]],
  ["closes the connection", ["Connection", "close"]],
  ["asks to go on", ["Expect", "100-continue"]],
  ["headers of a browser", ["Origin", "http://shop.example"], ["Referer", "http://shop.example/"]],
  ["headers of caches", ["Cache-Control", "no-cache"], ["Pragma", "no-cache"]],
  ["headers of a proxy", ["Via", "1.1 proxy"], ["X-Forwarded-For", "192.0.2.1"]],
  ["the date", ["Date", "Sun, 06 Nov 1994 08:49:37 GMT"]],
];

/** JSON has no parameters that change what it is; types have no case (RFC 9110, section 8.3.1). */
const contentTypes = [
  "application/json; charset=utf-8",
  'application/json;charset="UTF-8"',
  "Application/JSON",
  "application/json; version=1",
];

/** With other values for those that are there; what the operation documents itself stays as it is. */
function headersWith(sent: readonly Header[], own: readonly Header[]): Header[] {
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  return [...sent, ...own.filter(([name]) => !names.has(name.toLowerCase()))];
}

function backwards({ target }: WireRequest): string {
  const [path = "", query] = target.split("?");
  return query === undefined ? path : `${path}?${query.split("&").toReversed().join("&")}`;
}

/** A character that needs no percent-encoding, with it (RFC 3986, section 6.2.2.2). */
function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
