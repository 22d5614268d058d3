import { isObject } from "@contract-toolkit/kernel";
import type { HttpCase } from "./http-case.ts";
import { caseTables, type Ground } from "./make-case.ts";
import { spoils, type Provocations, type Spoil } from "./provocation.ts";

/**
 * Answers that a server must not send: it is made to try, as far as its provider knows how, and what comes over the wire has to be
 * the contract's own answer to a failure, which tells nothing of the other.
 */
export function spoiltAnswerCases(
  { plain: [base] }: Ground,
  provocations: Provocations = {},
): HttpCase[] {
  if (!base) return [];
  const { add, cases } = caseTables(base, "answers");
  const { body } = base.response;
  for (const [name, what] of Object.entries(spoils)) {
    const spoil = name as Spoil;
    const needsObject = spoil.includes("field") || spoil === "wrong-type";
    // A body can lack something only where there is one.
    const isPossible = needsObject ? isObject(body) : spoil !== "no-body" || body !== undefined;
    if (!provocations[spoil] || !isPossible) continue;
    const why = `the server is made to answer with ${what}`;
    add("RFC 9110, section 15.6.1", { kind: "failed" }, [[spoil, why, {}]], { spoil });
  }
  return cases;
}
