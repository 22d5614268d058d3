import fc from "fast-check";
import recheck from "recheck/lib/browser.js";
import { expect, test } from "vitest";
import { weaknessOf } from "@contract-toolkit/schemas/redos/linear";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { runSeed } from "../../../server/gateway/testing/random.ts";

test("an independent checker finds no weakness in expressions that pass", () => {
  const { source } = fc.letrec((tie) => ({
    source: fc.oneof(
      { maxDepth: 3, depthIdentifier: "source" },
      fc.constantFrom("a", "b", "[ab]", "."),
      fc
        .array(tie("source"), { minLength: 2, maxLength: 3, depthIdentifier: "source" })
        .map((all) => all.join("")),
      fc
        .array(tie("source"), { minLength: 2, maxLength: 3, depthIdentifier: "source" })
        .map((all) => `(${all.join("|")})`),
      fc
        .tuple(tie("source"), fc.constantFrom("*", "+", "?", "{2,}", "{0,3}", "*?"))
        .map(([repeated, quantifier]) => `(?:${String(repeated)})${quantifier}`),
    ),
  }));
  let agreed = 0;
  fc.assert(
    fc.property(fc.constantFrom("^", ""), source, (begin, inner) => {
      const expression = `${begin}${inner}$`;
      if (weaknessOf(expression, "u") !== undefined) return;
      agreed += 1;
      const { status } = recheck.checkSync(expression, "u", {
        checker: "automaton",
        timeout: 5000,
      });
      expect(status).not.toBe("vulnerable");
    }),
    { numRuns: full ? 2000 : 60, seed: runSeed() },
  );
  expect(agreed).toBeGreaterThan(20);
});
