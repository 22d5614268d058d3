import { isObject } from "@contract-toolkit/kernel";
import type { Header, WireAnswer } from "../answers/proxy.ts";
import { withHeader } from "../answers/body.ts";
import {
  backToFront,
  escapedBeyondAscii,
  escapedSlashes,
  escapedText,
  numbersAs,
  spacedText,
} from "../variations.ts";
import { further, headers, said, written, type ServerVariation } from "./server-variation.ts";

const longAgo = "Sun, 06 Nov 1994 08:49:37 GMT";

/** Headers that a server may have, and how it may write those that are documented. */
export const headings: readonly ServerVariation[] = [
  { name: "unchanged" },
  headers("header names in capitals", (found) => renamed(found, (name) => name.toUpperCase())),
  headers("header names in small letters", (found) => renamed(found, (name) => name.toLowerCase())),
  headers("headers back to front", (found) => found.toReversed()),
  headers("white space around header values", (found) =>
    found.map(([name, value]) => [name, `  ${value}\t `]),
  ),
  further(
    "tracing headers",
    ["X-Trace", "1"],
    ["Traceparent", `00-${"a1".repeat(16)}-b2b2b2b2b2b2b2b2-01`],
  ),
  further("Server and Via", ["Server", "other/1.0"], ["Via", "1.1 edge"], ["X-Powered-By", "x"]),
  further("ETag and Last-Modified", ["ETag", 'W/"1"'], ["Last-Modified", longAgo]),
  headers("another date", (found) => [
    ...found.filter(([name]) => !/^date$/i.test(name)),
    ["Date", longAgo],
  ]),
  further(
    "caching headers",
    ["Cache-Control", "no-store"],
    ["Expires", "0"],
    ["Age", "0"],
    ["Vary", "Origin"],
  ),
  further(
    "headers for browsers",
    ["Access-Control-Allow-Origin", "*"],
    ["Strict-Transport-Security", "max-age=1"],
    ["X-Content-Type-Options", "nosniff"],
  ),
  further("cookies", ["Set-Cookie", "a=1; Path=/"], ["Set-Cookie", "b=2; HttpOnly"]),
  further("RateLimit headers", ["RateLimit-Limit", "100"], ["RateLimit-Remaining", "99"]),
  further("Content-Language", ["Content-Language", "en"]),
  further("WWW-Authenticate", ["WWW-Authenticate", 'Bearer realm="x"']),
  further(
    "Deprecation and Link",
    ["Deprecation", "@1688169599"],
    ["Link", '</v3>; rel="successor-version"'],
  ),
  further("Alt-Svc and Keep-Alive", ["Alt-Svc", 'h3=":443"'], ["Keep-Alive", "timeout=5"]),
  ...[
    "application/json",
    "application/json;charset=UTF-8",
    'application/json; charset="utf-8"',
    "Application/JSON ; Charset=utf-8",
    "application/json; charset=utf-8; version=1",
  ].map((type) => headers(`the content type ${type}`, (found) => retyped(found, type))),
  headers("Allow back to front", (found) =>
    withHeader(found, "Allow", ([name, value]) => [
      name,
      value.split(/, */).toReversed().join(","),
    ]),
  ),
];

/** What a server may write otherwise, and what it may say in other words. */
export const writings: readonly ServerVariation[] = [
  written("keys back to front", (body) => JSON.stringify(backToFront(body))),
  written("white space", spacedText),
  written("escaped letters", escapedText),
  written("escapes beyond ASCII", escapedBeyondAscii),
  written("escaped slashes", escapedSlashes),
  written("a line end", (body) => `${JSON.stringify(body)}\n`),
  written("whole numbers with a fraction", (body) => numbersAs(body, (number) => `${number}.0`)),
  written("numbers with an exponent", (body) => numbersAs(body, (number) => `${number}e0`)),
  written("numbers with a capital exponent", (body) => numbersAs(body, (number) => `${number}E+0`)),
  said("messages in other words", (body, answer) => ({
    ...body,
    ...("message" in body && { message: isFailure(answer) ? "Sorry: no." : "Fine." }),
  })),
  said("messages beyond ASCII", (body) => ({
    ...body,
    ...("message" in body && { message: "This “request” is refused 💳" }),
  })),
  said("a long message", (body) => ({
    ...body,
    ...("message" in body && { message: "No. ".repeat(500) }),
  })),
  said("reasons in other words", (body) =>
    withFaults(body, (faults) =>
      faults.map((fault) => ({ ...fault, reason: "is not what it should be" })),
    ),
  ),
  said("faults back to front", (body) => withFaults(body, (faults) => faults.toReversed())),
  said("an empty list of faults where there is none", (body, answer) =>
    isFailure(answer) && "errorCode" in body && !("errors" in body)
      ? { ...body, errors: [] }
      : body,
  ),
];

function renamed(found: readonly Header[], rename: (name: string) => string): Header[] {
  return found.map(([name, value]) => [rename(name), value]);
}

function retyped(found: readonly Header[], type: string): Header[] {
  return withHeader(found, "Content-Type", ([name, value]) => [
    name,
    /json/i.test(value) ? type : value,
  ]);
}

function isFailure({ status }: WireAnswer): boolean {
  return status >= 400;
}

type Fields = Readonly<Record<string, unknown>>;

function withFaults(
  body: Fields,
  change: (faults: readonly Fields[]) => readonly Fields[],
): Fields {
  const { errors } = body;
  return Array.isArray(errors) && errors.every(isObject)
    ? { ...body, errors: change(errors) }
    : body;
}
