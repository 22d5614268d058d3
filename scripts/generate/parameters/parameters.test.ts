import { expect, test } from "vitest";
import { refusalsOf } from "../testing/specification.ts";

test.each([
  [
    "a list in a cookie",
    "@get op read(@cookie ids: string[]): void;",
    /^1:22 .*The cookie parameter ids is a list.* Declare a cookie for each/,
  ],
  [
    "a cookie of an answer",
    "@get op read(): { @cookie sid: string; };",
    /^1:27 .*The cookie sid is in an answer.* @header\("Set-Cookie"\)/,
  ],
  [
    "an object in the query",
    "model F { a: string; }\n@get op read(@query f: F): void;",
    /^2:21 .*The query parameter f is an object.* Explode it .* \.\.\.Filter/,
  ],
  [
    "an exploded object with objects inside",
    "model F { a: { b: string }; }\n@get op read(@query(#{ explode: true }) f: F): void;",
    /^1:11 .*The field a of the query parameter f is an object/,
  ],
  [
    "an exploded object of any fields",
    "@get op read(@query(#{ explode: true }) f: Record<string>): void;",
    /^1:41 .*has fields of any name/,
  ],
  [
    "a field of an exploded object that is a parameter, too",
    "model F { a: string; }\n@get op read(@query a: string, @query(#{ explode: true }) f: F): void;",
    /^2:59 .*The query has another parameter a/,
  ],
  [
    "a list of objects in a header",
    "model F { a: string; }\n@get op read(@header f: F[]): void;",
    /^2:22 .*The header parameter f is an object/,
  ],
  [
    "several segments of a path",
    '@route("/a{/rest*}") @get op read(@path rest: string[]): void;',
    /^1:41 .*The path parameter rest is not in the style.* Write \{rest\}/,
  ],
  [
    "lines in a query",
    "@get op read(@query @encode(ArrayEncoding.newlineDelimited) q: string[]): void;",
    /^1:61 .*The query parameter q has its items in the form ArrayEncoding\.newlineDelimited/,
  ],
  [
    "an object in a header of an answer",
    "model F { a: string; }\n@get op read(): { @header f: F };",
    /^2:27 .*The header parameter f is an object/,
  ],
])("%s is refused with its line and what to write instead", async (_, body, message) => {
  expect(await refusalsOf(body)).toEqual([expect.stringMatching(message)]);
});
