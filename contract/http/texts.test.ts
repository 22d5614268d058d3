import { expect, test } from "vitest";
import { responseHeader, coerce, headerText, headerValue } from "./coerce.ts";
import { cookieOf, cookieText } from "./cookies.ts";
import { joinHeaderList, joinQueryList, splitHeaderList, splitQueryList } from "./lists.ts";

test.each([
  [",", "x%2Cy,z", ["x%2Cy", "z"]],
  [",", "x%2cy", ["x%2cy"]],
  [" ", "x%20y", ["x", "y"]],
  [" ", "x+y", ["x", "y"]],
  [" ", "x+y%20z", ["x+y", "z"]],
  ["|", "x%7Cy%7cz", ["x", "y", "z"]],
  ["|", "x%7Cy|z", ["x%7Cy", "z"]],
] as const)("a list with %j is split before it is decoded: %s", (separator, text, items) => {
  expect(splitQueryList(text, separator)).toEqual(items);
});

test.each([",", " ", "|"] as const)("a written list with %j can be read", (separator) => {
  const decode = (text: string) => decodeURIComponent(text.replaceAll("+", " "));
  for (const items of [
    ["a", "b"],
    ["a,b", "c d", "e|f", "+%2C"],
    ["é", ""],
  ]) {
    expect(splitQueryList(joinQueryList(items, separator), separator).map(decode)).toEqual(items);
  }
});

test("a single item cannot contain its separator", () => {
  expect(joinQueryList(["a,b"])).toBe("a%2Cb");
  expect(() => joinQueryList(["a b"], " ")).toThrow(TypeError);
  expect(() => joinQueryList(["a|b"], "|")).toThrow(TypeError);
});

test.each([
  ["a,b ,\tc", ["a", "b", "c"]],
  ['"x,y", z', ["x,y", "z"]],
  ['"a\\"b\\\\", c=";d",', ['a"b\\', 'c=";d"']],
  ["", []],
  ['a, ,""', ["a", ""]],
  ['a",b', ['a",b']],
])("the header %s has the items %j", (text, items) => {
  expect(splitHeaderList(text)).toEqual(items);
});

test.each([[[]], [[""]], [["a", "b"]], [["x,y", "z"]], [['"', '\\"', " a ", "", "é|f"]]])(
  "the list %j can be read from the header that was written",
  (items) => {
    expect(splitHeaderList(joinHeaderList(items))).toEqual(items);
  },
);

test("only the canonical spelling of numbers and booleans is accepted", () => {
  const read = (type: "integer" | "number" | "boolean", texts: readonly string[]) =>
    texts.map((text) => coerce(type, text));
  expect(read("integer", ["0", "-12", "012", "+1", "1e3", "1.0", ""])).toEqual([
    ...[0, -12, "012", "+1", "1e3", "1.0", ""],
  ]);
  expect(read("number", ["-1.5", "1e3", ".5"])).toEqual([-1.5, 1000, ".5"]);
  expect(read("boolean", ["true", "TRUE"])).toEqual([true, "TRUE"]);
});

test("a header is read as its type, and a written header can be read", () => {
  const numbers = { type: "integer", list: true } as const;
  expect(headerValue(undefined, "1,2")).toBe("1,2");
  expect(headerValue(numbers, "1, 2,x")).toEqual([1, 2, "x"]);
  expect(headerValue(numbers, headerText([1, 2]))).toEqual([1, 2]);
});

test("a list of cookies is read line by line", () => {
  const lines = ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"];
  const headers = new Headers(lines.map((line): [string, string] => ["Set-Cookie", line]));
  const texts = { type: "string", list: true } as const;
  expect(responseHeader(headers, "set-cookie", texts)).toEqual(lines);
  expect(responseHeader(new Headers(), "set-cookie", texts)).toBeUndefined();
  expect(responseHeader(new Headers({ Left: "1, 2" }), "left", texts)).toEqual(["1", "2"]);
});

test("a written cookie can be read, beside others", () => {
  const header = cookieText({ them: "other", theme: '"ä;b=c%20"', none: undefined });
  expect(header).toMatch(/^[\x21-\x7e ]+$/);
  expect(cookieOf(header, "theme")).toBe('"ä;b=c%20"');
  expect(cookieOf(header, "none")).toBeUndefined();
});

test("quotes around a cookie are removed, and broken encoding is kept", () => {
  expect(cookieOf('a="x y";b=%zz', "a")).toBe("x y");
  expect(cookieOf('a="x y";b=%zz', "b")).toBe("%zz");
});
