import { setTimeout as pause } from "node:timers/promises";
import { isObject } from "@contract-toolkit/contract";
import { withHeader, withoutHeader, type Header } from "./body.ts";
import { forms, spelledBodies } from "../../../../conformance/cases/clients/response-forms.ts";
import type { Hooks, WireResponse } from "./proxy.ts";
import { withHeaders, withContent, withJson, type Variations } from "./variation.ts";

const longAgo = "Sun, 06 Nov 1994 08:49:37 GMT";

/** Headers that any response may have. */
const usual: readonly Header[] = [
  ["X-Trace", "1"],
  ["Server", "other/1.0"],
  ["Via", "1.1 edge"],
  ["ETag", 'W/"1"'],
  ["Last-Modified", longAgo],
  ["Cache-Control", "no-store"],
  ["Vary", "Origin"],
  ["Access-Control-Allow-Origin", "*"],
  ["Set-Cookie", "a=1; Path=/"],
  ["Set-Cookie", "b=2; HttpOnly"],
  ["Content-Language", "en"],
  ["WWW-Authenticate", 'Bearer realm="x"'],
  ["Deprecation", "@1688169599"],
  ["Link", '</v3>; rel="successor-version"'],
  ["Keep-Alive", "timeout=5"],
];

/** Other headers, and other forms of documented headers. */
export const headings: Variations = {
  unchanged: {},
  "header names in capitals": withHeaders((found) =>
    found.map(([name, value]) => [name.toUpperCase(), value]),
  ),
  "header names in small letters": withHeaders((found) =>
    found.map(([name, value]) => [name.toLowerCase(), value]),
  ),
  "headers back to front": withHeaders((found) => found.toReversed()),
  "white space around header values": withHeaders((found) =>
    found.map(([name, value]) => [name, `  ${value}\t `]),
  ),
  "another date": withHeaders((found) => [...withoutHeader(found, "Date"), ["Date", longAgo]]),
  "headers of proxies, caches, browsers and limits": withHeaders((found) => [...found, ...usual]),
  ...Object.fromEntries(
    [
      "application/json;charset=UTF-8",
      'application/json; charset="utf-8"',
      "Application/JSON ; Charset=utf-8",
      "application/json; charset=utf-8; version=1",
    ].map((type) => [`the content type ${type}`, withHeaders((found) => retyped(found, type))]),
  ),
  "Allow back to front": withHeaders((found) =>
    withHeader(found, "Allow", ([name, value]) => [
      name,
      value.split(/, */).toReversed().join(","),
    ]),
  ),
};

/** Forms of the same response that HTTP/1.1 permits (RFC 9110 and 9112). */
export const framings: Variations = {
  ...formed(forms),
  "the connection is closed after each response": { form: {} },
  // RFC 9110, section 12.5.3: a client without Accept-Encoding accepts every encoding.
  gzip: {
    form: { body: { text: "{body}", gzip: true }, headers: { "Content-Encoding": ["gzip"] } },
  },
  "no date": { ...withHeaders((found) => withoutHeader(found, "Date")), form: {} },
  "slow responses": later(40),
};

/** Other forms of the same JSON, and other wordings of messages. */
export const writings: Variations = {
  ...formed(spelledBodies),
  "whole numbers with a fraction": numbersAs((number) => `${number}.0`),
  "numbers with an exponent": numbersAs((number) => `${number}E+0`),
  "messages in other words": saying((response) => (isFailure(response) ? "Sorry: no." : "Fine.")),
  "messages beyond ASCII": saying(() => "This “request” is refused 💳"),
  "a long message": saying(() => "No. ".repeat(500)),
  "reasons in other words": withViolations((violations) =>
    violations.map((violation) => ({ ...violation, reason: "is not what it should be" })),
  ),
  "violations back to front": withViolations((violations) => violations.toReversed()),
  "an empty list of violations where there is none": withContent((body, response) =>
    isFailure(response) && "errorCode" in body && !("errors" in body)
      ? { ...body, errors: [] }
      : body,
  ),
};

function later(waitMs: number): Partial<Hooks> {
  return {
    forward: async (pass) => {
      await pause(waitMs);
      return pass();
    },
  };
}

/** Forms that a client must understand, so that a server may use them. */
function formed(rows: typeof forms): Variations {
  return Object.fromEntries(rows.map(([name, , form]) => [name, { form }]));
}

function numbersAs(write: (number: string) => string): Partial<Hooks> {
  return withJson((body) =>
    JSON.stringify(body).replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])/g, (token) =>
      token.startsWith('"') ? token : write(token),
    ),
  );
}

function retyped(found: readonly Header[], type: string): Header[] {
  return withHeader(found, "Content-Type", ([name, value]) => [
    name,
    /json/i.test(value) ? type : value,
  ]);
}

function isFailure({ status }: WireResponse): boolean {
  return status >= 400;
}

function saying(message: (response: WireResponse) => string): Partial<Hooks> {
  return withContent((body, response) =>
    "message" in body ? { ...body, message: message(response) } : body,
  );
}

function withViolations(
  change: (violations: readonly object[]) => readonly object[],
): Partial<Hooks> {
  return withContent((body) => {
    const { errors } = body;
    return Array.isArray(errors) && errors.every(isObject)
      ? { ...body, errors: change(errors) }
      : body;
  });
}
