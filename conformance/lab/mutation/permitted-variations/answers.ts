import { isObject } from "@contract-toolkit/kernel";
import { withHeader } from "./body.ts";
import type { Header, WireAnswer } from "./proxy.ts";
import {
  backToFront,
  escapedBeyondAscii,
  escapedSlashes,
  escapedText,
  numbersAs,
  spacedText,
} from "../json-spellings.ts";
import { headers, said, written, type Variations } from "./variation.ts";

const longAgo = "Sun, 06 Nov 1994 08:49:37 GMT";

/** Headers that any answer may have. */
const usual: readonly Header[] = [
  ["X-Trace", "1"],
  ["Traceparent", `00-${"a1".repeat(16)}-b2b2b2b2b2b2b2b2-01`],
  ["Server", "other/1.0"],
  ["Via", "1.1 edge"],
  ["X-Powered-By", "x"],
  ["ETag", 'W/"1"'],
  ["Last-Modified", longAgo],
  ["Cache-Control", "no-store"],
  ["Expires", "0"],
  ["Age", "0"],
  ["Vary", "Origin"],
  ["Access-Control-Allow-Origin", "*"],
  ["Strict-Transport-Security", "max-age=1"],
  ["X-Content-Type-Options", "nosniff"],
  ["Set-Cookie", "a=1; Path=/"],
  ["Set-Cookie", "b=2; HttpOnly"],
  ["RateLimit-Limit", "100"],
  ["RateLimit-Remaining", "99"],
  ["Content-Language", "en"],
  ["WWW-Authenticate", 'Bearer realm="x"'],
  ["Deprecation", "@1688169599"],
  ["Link", '</v3>; rel="successor-version"'],
  ["Alt-Svc", 'h3=":443"'],
  ["Keep-Alive", "timeout=5"],
];

/** Headers that a server may have, and how it may write those that are documented. */
export const headings: Variations = {
  unchanged: {},
  "header names in capitals": headers((found) => renamed(found, (name) => name.toUpperCase())),
  "header names in small letters": headers((found) => renamed(found, (name) => name.toLowerCase())),
  "headers back to front": headers((found) => found.toReversed()),
  "white space around header values": headers((found) =>
    found.map(([name, value]) => [name, `  ${value}\t `]),
  ),
  "another date": headers((found) => [
    ...found.filter(([name]) => !/^date$/i.test(name)),
    ["Date", longAgo],
  ]),
  "headers of proxies, caches, browsers and limits": headers((found) => [...found, ...usual]),
  ...Object.fromEntries(
    [
      "application/json",
      "application/json;charset=UTF-8",
      'application/json; charset="utf-8"',
      "Application/JSON ; Charset=utf-8",
      "application/json; charset=utf-8; version=1",
    ].map((type) => [`the content type ${type}`, headers((found) => retyped(found, type))]),
  ),
  "Allow back to front": headers((found) =>
    withHeader(found, "Allow", ([name, value]) => [
      name,
      value.split(/, */).toReversed().join(","),
    ]),
  ),
};

/** What a server may write otherwise, and what it may say in other words. */
export const writings: Variations = {
  "keys back to front": written((body) => JSON.stringify(backToFront(body))),
  "white space": written(spacedText),
  "escaped letters": written(escapedText),
  "escapes beyond ASCII": written(escapedBeyondAscii),
  "escaped slashes": written(escapedSlashes),
  "a line end": written((body) => `${JSON.stringify(body)}\n`),
  "whole numbers with a fraction": written((body) => numbersAs(body, (number) => `${number}.0`)),
  "numbers with an exponent": written((body) => numbersAs(body, (number) => `${number}e0`)),
  "numbers with a capital exponent": written((body) => numbersAs(body, (number) => `${number}E+0`)),
  "messages in other words": said((body, answer) => ({
    ...body,
    ...("message" in body && { message: isFailure(answer) ? "Sorry: no." : "Fine." }),
  })),
  "messages beyond ASCII": said((body) => ({
    ...body,
    ...("message" in body && { message: "This “request” is refused 💳" }),
  })),
  "a long message": said((body) => ({
    ...body,
    ...("message" in body && { message: "No. ".repeat(500) }),
  })),
  "reasons in other words": said((body) =>
    withFaults(body, (faults) =>
      faults.map((fault) => ({ ...fault, reason: "is not what it should be" })),
    ),
  ),
  "faults back to front": said((body) => withFaults(body, (faults) => faults.toReversed())),
  "an empty list of faults where there is none": said((body, answer) =>
    isFailure(answer) && "errorCode" in body && !("errors" in body)
      ? { ...body, errors: [] }
      : body,
  ),
};

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
