import { isObject } from "@contract-toolkit/kernel";
import type { HttpCase } from "./http-case.ts";
import type { Case } from "../case.ts";
import { httpCase, type Ground } from "./make-case.ts";
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
  const provoked = Object.keys(spoils).filter(
    (each): each is Spoil => provocations[each as Spoil] !== undefined && isSpoilable(each, base),
  );
  return provoked.map((spoil) =>
    httpCase(base, "answers", spoil, `the server is made to answer with ${spoils[spoil]}`, {
      section: "RFC 9110, section 15.6.1",
      raw: {},
      spoil,
      expected: { kind: "failed" },
    }),
  );
}

/** A body can lack something only where there is one. */
function isSpoilable(spoil: string, { response: { body } }: Case): boolean {
  if (spoil === "no-body") return body !== undefined;
  return !spoil.includes("field") && spoil !== "wrong-type" ? true : isObject(body);
}
