import fc from "fast-check";
import { expect, test } from "vitest";
import { createInclusions, type InclusionOf } from "./pattern-inclusion.ts";

const inclusionOf = (...rules: Parameters<InclusionOf>) => createInclusions()(...rules);

function of(...patterns: readonly string[]) {
  return { patterns: new Set(patterns) };
}

const manyOf = (count: number) => `a[ab]{${count}}$`;

/** Each row: two patterns, the result from one to the other, and back. Texts are shortest texts. */
test.each<[one: string, other: string, forth: string | object, back: string | object]>([
  ["^[a-z]+$", "^[a-z0-9]+$", "included", { text: "0" }],
  ["^[a-z]+$", "^[a-z]*$", "included", { text: "" }],
  ["^[0-9]{4}$", "^[0-9]{4,8}$", "included", { text: "00000" }],
  ["^[0-9]{4}$", "^\\d{4}$", "included", "included"],
  ["^[a-z]+$", "^[b-z]+$", { text: "a" }, "included"],
  ["^$", "^[^]*$", "included", { text: " " }],
  ["^.*$", "^[^]*$", "included", { text: "\n" }],
  ["^\\w+$", "^[A-Za-z0-9_]+$", "included", "included"],
  ["^\\s$", "^[ \\t]$", { text: "\n" }, "included"],
  ["^\\u0061$", "^\\x61$", "included", "included"],
  ["^\\u{1F600}$", "^[\\u{1F600}-\\u{1F64F}]$", "included", { text: "\u{1F601}" }],
  ["^.$", "^[\\u{0}-\\u{FFFF}]$", { text: "\u{10000}" }, { text: "\n" }],
  ["^\\p{Lu}$", "^\\p{L}$", "included", { text: "a" }],
  ["^(?=a)[a-z]$", "^a$", "unknown", "unknown"],
  ["^(a|b)\\1$", "^(?:aa|bb)$", "unknown", "unknown"],
  ["\\ba", "a", "unknown", "unknown"],
  ["(", "a", "unknown", "unknown"],
  [manyOf(40), manyOf(41), "unknown", "unknown"],
  ["^a{200000}$", "^a*$", "unknown", "unknown"],
])("%s and %s", (left, right, forth, back) => {
  const results = [inclusionOf(of(left), of(right)), inclusionOf(of(right), of(left))];
  expect(results).toEqual([forth, back]);
});

/** All texts of up to four letters. */
const short = [1, 2, 3, 4].reduce(
  (all) => ["", ...all.flatMap((text) => ["a", "b", "c"].map((letter) => text + letter))],
  [""],
);

test("the expressions themselves agree", () => {
  const { source } = fc.letrec<{ source: string }>((tie) => ({
    source: fc.oneof(
      { maxDepth: 4, depthIdentifier: "source" },
      fc.constantFrom("a", "b", "[ab]", "[^a]", "^", "$", ""),
      fc.tuple(tie("source"), tie("source")).map((all) => all.join("")),
      fc.tuple(tie("source"), tie("source")).map((all) => `(?:${all.join("|")})`),
      fc
        .tuple(tie("source"), fc.constantFrom("*", "+", "?", "{2,}", "{0,2}", "{2}"))
        .map(([repeated, quantifier]) => `(?:${repeated})${quantifier}`),
    ),
  }));
  fc.assert(
    fc.property(source, source, (left, right) => {
      const [allowed, matched] = [new RegExp(left, "u"), new RegExp(right, "u")];
      const result = inclusionOf(of(left), of(right));
      const isCounterexample = (text: string) => allowed.test(text) && !matched.test(text);
      if (typeof result === "object") expect(result.text).toSatisfy(isCounterexample);
      else expect([result, short.filter(isCounterexample)]).toEqual(["included", []]);
    }),
    { numRuns: 1000 },
  );
});

test("the sender's lengths count", () => {
  const sender = { ...of("^[a-z]+$"), minLength: 2, maxLength: 4 };
  const to = (pattern: string) => inclusionOf(sender, of(pattern));
  expect(to("^[a-z]{1,4}$")).toBe("included");
  expect(to("^[a-z]{1,3}$")).toEqual({ text: "aaaa" });
  expect(to("^[a-y]+$")).toEqual({ text: "az" });
});

test("all patterns of a side apply", () => {
  const [item, both, none] = [of("^a"), of("^a", "b$"), of()];
  expect(inclusionOf(both, item)).toBe("included");
  expect(inclusionOf(item, both)).toEqual({ text: "a" });
  expect(inclusionOf(both, none)).toBe("included");
  expect(inclusionOf(none, item)).toEqual({ text: "" });
});

test("the limit of a comparison ends many large comparisons", () => {
  const inclusion = createInclusions();
  const results = Array.from({ length: 16 }, (_, index) =>
    inclusion(of(`^[ab]*a[ab]{20}${index}$`), of(`^[ab]*a[ab]{21}${index}$`)),
  );
  expect(new Set(results)).toEqual(new Set(["unknown"]));
  expect(inclusion(of("^[a-z]$"), of("^[a-c]$"))).toBe("unknown");
});
