import { expect, test } from "vitest";
import { changesIn } from "./operators.ts";

/** All texts that one operator makes of a text. */
function made(operator: string, text: string): string[] {
  return changesIn(text)
    .filter((change) => change.operator === operator)
    .map(({ start, end, to }) => text.slice(0, start) + to + text.slice(end));
}

test.each([
  ["a check is dropped", "if (a) return b; else c();", []],
  ["a check is dropped", "if (a) { b(); throw c; } d();", [" d();"]],
  ["a condition is negated", "x = a || b ? c : d;", ["x = !(a || b) ? c : d;"]],
  ["a bound is changed", "a <= b", ["a < b"]],
  ["and becomes or", "a && b", ["a || b"]],
  ["a default is always taken", "a ?? b", ["(b)"]],
  ["a number is one too large", "f({ limit: 9 })", ["f({ limit: 10 })"]],
  [
    "a constant is wrong",
    'import a from "a"; b("", true);',
    ['import a from "a"; b("x", true);', 'import a from "a"; b("", false);'],
  ],
  ["two fields are swapped", "x = { a: c, b: d };", ["x = { a: d, b: c };"]],
  [
    "a field or header is lost",
    'x = { "X-A": a, ...b };',
    ["x = {  ...b };", 'x = { "X-A": a,  };'],
  ],
  ["a step is left out", "await store.save(item);", [""]],
  ["nothing is awaited", "await save();", ["save();"]],
  ["another method is called", "a.some(b); a.toString();", ["a.every(b); a.toString();"]],
  ["a filter or a sorting is lost", "a.filter(b).map(c)", ["a.map(c)"]],
  ["a pattern is wider", "/^a+$/", ["/a+$/", "/^a+/", "/^a*$/"]],
])("%s: %s", (operator, text, expected) => {
  expect(made(operator, text)).toEqual(expected);
});

test("types have no behaviour, so nothing is changed in them", () => {
  expect(changesIn('interface A { readonly b: "c" } type D = 1; let e: "f" | 2;')).toEqual([]);
});
