import addFormats from "ajv-formats";
import fc from "fast-check";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { textFormats, uncheckedFormat } from "./checked-formats.ts";
import { formats } from "./formats.ts";

const ajv = new Ajv();
addFormats.default(ajv);

const judge = (name: "time" | "uri" | "uri-reference") => {
  const own = formats[name];
  if (typeof own !== "function") throw new Error(`${name} is no format of texts.`);
  return { own, usual: ajv.compile({ type: "string", format: name }) };
};

test.each([
  ["time", "22:10:00", true],
  ["time", "22:10:00.25Z", true],
  ["time", "22:10:00+07:00", true],
  ["time", "23:59:60", true],
  ["time", "24:00:00", false],
  ["time", "22:10", false],
  ["time", "22:10:00+7", false],
  ["uri", "urn:a:b", true],
  ["uri", "http://a.example:65536/", false],
  ["uri-reference", "", true],
  ["uri-reference", "../a?b", true],
  ["uri-reference", "//[::1]", true],
  ["uri-reference", "a b", false],
] as const)("%s: %s", (name, text, expected) => {
  expect(judge(name).own(text)).toBe(expected);
});

test.each([
  ["duration", "PT1.5S", true],
  ["duration", "PT0,5S", true],
  ["duration", "P1Y2M3DT4H5M6.789S", true],
  ["duration", "P1Y1D", true],
  ["duration", "P2W", true],
  ["duration", "PT1.5M3S", false],
  ["duration", "P1W1D", false],
  ["duration", "P", false],
  ["duration", "P1DT", false],
  ["duration", "1.5", false],
  ["http-date", "Wed, 12 Oct 2022 07:20:50 GMT", true],
  ["http-date", "Sunday, 06-Nov-94 08:49:37 GMT", true],
  ["http-date", "Sun Nov  6 08:49:37 1994", true],
  ["http-date", "Wed, 31 Feb 2022 07:20:50 GMT", false],
  ["http-date", "2022-10-12T07:20:50Z", false],
  ["http-date", "garbage", false],
  ["base64url", "_-8", true],
  ["base64url", "_-8=", true],
  ["base64url", "/+8=", false],
  ["base64url", "_", false],
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
  ..."http: https: a: : // / /// ? # @ %41 %4 %zz [ ] [::1] [1::2:3] [v1.x] 1.2.3.4 256.1 :80 a.b é ~ _ - ! ( ' , ; = &".split(
    " ",
  ),
  "\\",
  " ",
  "\n",
  "|",
);

test("a URI is valid by the usual, slower expression, and can be opened", () => {
  const { own, usual } = judge("uri");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      // The usual expression accepts an address after a single slash, where RFC 3986 has a path.
      fc.pre(!/^[a-z]+:\/[^/]*\[/i.test(text));
      expect([text, own(text)]).toEqual([text, usual(text) && URL.canParse(text)]);
    }),
    { numRuns: 20_000, seed: 1 },
  );
});
