import { isObject } from "@contract-toolkit/contract";
import { spoils, type HttpCase, type Provocations, type Spoil } from "./http-case.ts";
import { caseTable, type OperationContext } from "./make-case.ts";

/** The server is provoked to send an invalid response. It must send the documented server error instead. */
export function spoiltResponseCases(
  context: OperationContext,
  provocations: Provocations = {},
): HttpCase[] {
  const { add, cases } = caseTable(context, context.first, "responses");
  const { body } = context.first.response;
  for (const [name, what] of Object.entries(spoils)) {
    const spoil = name as Spoil;
    const needsObject = spoil.includes("field") || spoil === "wrong-type";
    const isPossible = needsObject ? isObject(body) : spoil !== "no-body" || body !== undefined;
    if (!provocations[spoil] || !isPossible) continue;
    const why = `the server is provoked to answer with ${what}`;
    add("RFC 9110, section 15.6.1", "failed", [[spoil, why, {}]], { spoil });
  }
  return cases;
}
