import { globSync, readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { advice, weaknessOf, withoutNeedlessEscapes } from "./linear.ts";
import { alphabetOf, compileRegExp } from "./nfa.ts";
import { harmless, refused, weak } from "../testing/expressions.ts";

const full = process.env["FULL"] === "1";
const attacked = weak.map(([source, flags = "u"]) => [source, flags] as const);

test.each(attacked)("%s is weak, and an attack is shown", (source, flags) => {
  expect(weaknessOf(source, flags)?.attack).toMatch(/^["']/);
});

test.each(harmless)("%s is not weak", (source) => {
  expect(weaknessOf(source, "u")).toBeUndefined();
});

test.each(refused)("%s is refused: %s", (source) => {
  expect(weaknessOf(source, "u")).toBeDefined();
});

test.each(["(", `${"(".repeat(5000)}a${")".repeat(5000)}`, `^${"a?".repeat(20_000)}$`])(
  "an expression that cannot be counted is weak",
  (source) => {
    expect(weaknessOf(source, "")).toEqual({ reason: "the ways through it cannot be counted" });
  },
);

test("an expression that cannot be decided is weak", () => {
  expect(weaknessOf("(?<=x*)y", "")).toBeDefined();
});

test.each([
  ["^\\-?[\\-\\@\\]]\\.\\\\@\\@$", "^-?[\\-@\\]]\\.\\\\@@$"],
  ["\\-", "-"],
  ["[\\-]", "[\\-]"],
  ["\\-(?i)", "\\-(?i)"],
])("%s without needless escapes is %s", (pattern, bare) => {
  expect(withoutNeedlessEscapes(pattern)).toBe(bare);
});

test("the example in the advice is linear", () => {
  const [example = ""] = /\(\?:\S+/.exec(advice) ?? [];
  expect(example).toContain("[a-z]+");
  expect(weaknessOf(`^${example.slice(0, -1)}$`, "u")).toBeUndefined();
});

describe.runIf(full)("with Node.js", () => {
  test.each(attacked)("the attack on %s takes long", (source, flags) => {
    const text: unknown = runInNewContext(weaknessOf(source, flags)?.attack ?? "");
    expect(() => {
      runInNewContext(
        "new RegExp(source, flags).test(text)",
        { source, flags, text },
        { timeout: 500 },
      );
    }).toThrow(/timed out/);
  });

  const documents = globSync("generated/*/openapi.json").map((file) => readFileSync(file, "utf8"));
  const own = new Set(
    documents
      .flatMap((text) => [...text.matchAll(/"pattern": ("(?:[^"\\]|\\.)*")/g)])
      .map(([, pattern = ""]) => String(JSON.parse(pattern))),
  );
  test.each([...own, ...harmless])(
    "the time of %s is linear in the length of the text",
    (source) => {
      const expression = new RegExp(source, "u");
      const begin = textOfPattern(source);
      const characters = alphabetOf(compileRegExp(source, "u", 1), "u").map(([each]) => each);
      for (const start of ["", begin, begin.slice(0, -1)]) {
        for (const unit of new Set([begin, ...characters])) {
          const time = (count: number) =>
            fastest(() => expression.test(`${start}${unit.repeat(count / (unit.length || 1))}\0`));
          const [short, long] = [time(20_000), time(80_000)];
          // The text is four times as long. Times below a tenth of a millisecond are noise.
          expect(long, JSON.stringify([start, unit])).toBeLessThan(10 * Math.max(short, 0.1));
        }
      }
    },
  );
});

function textOfPattern(pattern: string): string {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { numRuns: 1, seed: 1 }).join("");
  } catch {
    // fast-check cannot generate text for it.
    return "";
  }
}

/** The shortest time of five runs, in milliseconds. */
function fastest(run: () => unknown): number {
  const times = Array.from({ length: 5 }, () => {
    const from = performance.now();
    run();
    return performance.now() - from;
  });
  return Math.min(...times);
}
