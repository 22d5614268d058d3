import { isObject, isStreamed } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import { businessRuleCases } from "./business-rules.ts";
import type { HttpCase, Refused } from "../http-case.ts";
import { documentedAmong, httpCase, type Ground } from "../make-case.ts";
import { kindOf, methodStatuses, otherMethods, pair, problemsOf } from "./problems.ts";
import { severalFaults } from "./several-faults.ts";
import { twoRuleCases } from "./two-rules.ts";

/**
 * Requests with one problem, with two at once, and with faults in several parts: which refusal is answered, and how.
 *
 * @param samples of the operation, those that are refused among them
 * @param constraints of the operation
 */
export function refusalCases(
  ground: Ground,
  samples: readonly Case[],
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const base = ground.plain.find(({ request }) => request.body !== undefined) ?? ground.plain[0];
  if (!base) return [];
  const problems = problemsOf(ground, base);
  return [
    ...methods(ground, base),
    ...problems.flatMap((one, index) =>
      problems.slice(index + 1).flatMap((other) => pair(ground, base, one, other)),
    ),
    // What is read while it comes is judged while it comes: the first fault is its last.
    ...(isStreamed(kindOf(ground, base))
      ? []
      : [...queryAndBody(ground, base), ...severalFaults(ground, constraints)]),
    ...businessRuleCases(ground, samples, constraints),
    ...twoRuleCases(ground, samples),
  ];
}

/** A query that nobody documented and a body that cannot be read. */
function queryAndBody(ground: Ground, base: Case): HttpCase[] {
  if (!ground.isQueryClosed || !isObject(base.request.body)) return [];
  const expected: Refused = {
    kind: "refused",
    statuses: documentedAmong(ground, [400, 422]),
    fields: ["undocumented", "body"],
  };
  return [
    httpCase(base, "refusals", "query and body", "two faults at once; both are told", {
      section: "RFC 9110, section 15.5.1",
      raw: { query: "undocumented=1", body: { text: "{open}" } },
      expected,
    }),
  ];
}

function methods(ground: Ground, base: Case): HttpCase[] {
  const { contract, operation } = ground;
  const named = Object.values(contract.operations)
    .filter(({ path }) => path === operation.path)
    .map(({ method }) => method);
  const refused = (method: string): Refused => ({
    kind: "refused",
    statuses: methodStatuses(ground),
    isRepeated: true,
    allow: { named, unnamed: [method] },
  });
  return otherMethods(ground).map((method) =>
    httpCase(base, "refusals", `method ${method}`, "a method that the path does not have", {
      section: "RFC 9110, section 15.5.6",
      raw: { method },
      isOutside: true,
      expected: refused(method),
    }),
  );
}
