import addFormats from "ajv-formats";
import fc from "fast-check";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { textFormats, uncheckedFormat } from "./text-formats.ts";
import { isUri } from "./uris.ts";

const ajv = new Ajv();
addFormats.default(ajv);

/** What neither the values of formats nor the other validator, which is compared with these, have. */
test.each([
  ["uri", "http://a.example:65536/", false],
  ["uri-reference", "//a:b", false],
  ["uri-template", "{a..b}", false],
  ["email", '"a b"@example.org', true],
  ["email", "a@[IPv6:::1]", true],
  ["email", "a@[256.0.0.1]", false],
  ["email", `${"a".repeat(65)}@example.org`, false],
  ["email", "a..b@example.org", false],
  ["hostname", "example.org.", false],
  ["duration", "PT0,5S", true],
] as const)("%s: %s", (name, text, expected) => {
  expect(textFormats[name]?.(text)).toBe(expected);
});

test("formats that nobody checks are known", () => {
  expect(uncheckedFormat({ type: "string", format: "isbn" })).toBe("isbn");
  expect(uncheckedFormat({ type: "string", contentEncoding: "hex" })).toBe("hex");
  for (const format of ["http-date", "uuid", "password"])
    expect(uncheckedFormat({ type: "string", format })).toBeUndefined();
  expect(uncheckedFormat({ type: "number", format: "decimal" })).toBeUndefined();
  expect(uncheckedFormat({ type: "string", contentEncoding: "base64" })).toBeUndefined();
});

/** Parts of almost valid addresses. */
const piece = fc.constantFrom(
  ..."http: https: http://shop. http://xn--a 0x1f 1. 99999 a: : // / /// ? # @ %41 %4 %zz [ ] [::1] [1::2:3] [v1.x] 1.2.3.4 256.1 :80 a.b é ~ _ - ! ( ' , ; = &".split(
    " ",
  ),
  "\\",
  " ",
  "\n",
  "|",
);

test("a URI is valid by the usual, slower expression, and can be opened", () => {
  const isUsual = ajv.compile({ type: "string", format: "uri" });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      // The usual expression accepts an address after a single slash, where RFC 3986 has a path, and no empty path.
      fc.pre(!/^[a-z.\d]+:(?:\/[^/]*\[|[?#]|$)/i.test(text));
      expect([text, isUri(text)]).toEqual([text, isUsual(text) && URL.canParse(text)]);
    }),
    { numRuns: 20_000, seed: 1 },
  );
});
