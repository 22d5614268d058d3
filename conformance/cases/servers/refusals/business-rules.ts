import { documentedOf, pointerNames, valueAt, type SampleRequest } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import { allowsRequest } from "../../../contract-allows.ts";
import type { HttpCase } from "../http-case.ts";
import type { RequestProblem } from "../http-decisions.ts";
import {
  caseTables,
  documentedAmong,
  type CaseTables,
  type OperationContext,
} from "../make-case.ts";
import { faultyFields, isFaultOfField, withFault } from "./faults.ts";
import { boundsCodeOf, isBefore, problemsOf, refusedFor, type Problematic } from "./problems.ts";

/**
 * Samples that are valid by their schema and refused all the same: for what no schema can know. Each has a further problem, of
 * which the service has decided whether it is told first.
 */
export function businessRuleCases(
  context: OperationContext,
  samples: readonly Case[],
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const seen = new Set<string>();
  return samples.flatMap((sample) => {
    const rule = ruleOf(context, sample);
    if (!rule) return [];
    const key = `${rule.statuses.join(" ")} ${rule.code ?? ""}`;
    const isFirst = !seen.has(key);
    seen.add(key);
    // A rule of the same code may be looked at elsewhere in the service: which of them come before bounds is asked of each.
    const faults = constraints.filter((each) => isFirst || boundsCodeOf(each) !== undefined);
    const { add, cases } = caseTables(sample, "refusals");
    for (const other of isFirst ? problemsOf(context, sample) : [])
      if (leaveRule.has(other.problem))
        add("RFC 9110, section 15.5", refusedFor(context, rule, other), [
          [
            `${nameOf(sample)} and ${other.problem}`,
            "a rule of the service that is broken, and another problem; one of them is told",
            other.raw,
          ],
        ]);
    addFaults(context, sample, rule, faults, add);
    return cases;
  });
}

/** With these problems a request breaks the rule all the same: it is of the operation, and its body can be read. */
const leaveRule: ReadonlySet<RequestProblem> = new Set<RequestProblem>([
  "credential",
  "size",
  "media-type",
]);

/** What a sample is refused for; undefined: it is answered with success, or HTTP or the schema refuses it. */
export function ruleOf(
  { contract, operation }: OperationContext,
  sample: Case,
): Problematic | undefined {
  const { request, call, response } = sample;
  const { status, body } = response;
  const isOfHttp = status < 400 || status > 499 || [401, 405, 413, 415].includes(status);
  const isValid = allowsRequest(contract, operation, request);
  if (isOfHttp || !isValid || request !== call) return undefined;
  const { property } = documentedOf(operation.responses, status)?.errorCode ?? {};
  const code = property === undefined ? undefined : valueAt(body, `/${property}`);
  return {
    problem: "business-rule",
    statuses: [status],
    raw: {},
    ...(typeof code === "number" && { code }),
  };
}

/** The same with a field that is missing, one that is wrong, and one that is out of bounds with a code of their own. */
function addFaults(
  context: OperationContext,
  sample: Case,
  rule: Problematic,
  constraints: readonly ConstraintCase[],
  add: CaseTables["add"],
): void {
  const faults = constraints
    .filter((each) => isFaultOfField(context, each) && each.pointer !== "/body")
    .map((each) => [each, withFault(sample.request, each)] as const)
    .filter(([{ field }, changed]) => {
      const told = faultyFields(context, changed);
      return told.length === 1 && told[0] === field;
    });
  const kinds = Map.groupBy(faults, ([each]) => {
    const { keyword } = each.constraint;
    if (boundsCodeOf(each) !== undefined) return `bounds ${keyword}`;
    const [part = ""] = pointerNames(each.pointer);
    return `${keyword === "required" ? "missing" : "wrong"} ${part}`;
  });
  const [plain] = context.plain;
  // The rule may be about what another sample has otherwise, and is then not broken any more.
  const isOfRule = ([{ pointer }]: readonly [ConstraintCase, SampleRequest]) =>
    JSON.stringify(valueAt(plain?.request, pointer)) !==
    JSON.stringify(valueAt(sample.request, pointer));
  for (const group of kinds.values()) {
    const others = group.filter((each) => !isOfRule(each)).slice(0, 1);
    for (const [each, message] of others.length > 0 ? others : ofSeveralFields(group)) {
      const { field } = each;
      const code = boundsCodeOf(each);
      const isOfBounds = code !== undefined;
      const other: Problematic = {
        problem: isOfBounds ? "bounds" : "schema",
        statuses: documentedAmong(context, [400, 422]),
        raw: {},
        ...(isOfBounds && { code }),
      };
      const isToldFirst = isBefore(context, other, rule) && !isOfBounds;
      const bounds = isOfBounds ? ` beyond ${each.constraint.keyword}` : "";
      add(
        "RFC 9110, section 15.5",
        { ...refusedFor(context, rule, other), ...(isToldFirst && { fields: [field] }) },
        [
          [
            `${nameOf(sample)} and ${field}${bounds}`,
            "a rule of the service that is broken, and a field that is wrong; one of them is told",
            {},
          ],
        ],
        { message },
      );
    }
  }
}

/** One of two fields is not the rule's. */
function ofSeveralFields<Each extends readonly [ConstraintCase, SampleRequest]>(
  group: readonly Each[],
): readonly Each[] {
  const byField = new Map(group.map((each) => [each[0].field, each]));
  return [...byField.values()].slice(0, 2);
}

/** The name of a sample among those of its operation. */
export function nameOf({ id }: Case): string {
  return id.slice(id.indexOf("/") + 1);
}
