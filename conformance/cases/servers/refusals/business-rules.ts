import { documentedOf, pointerNames, valueAt, type SampleRequest } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import type { RequestProblem } from "../http-decisions.ts";
import { caseTable, type CaseTable, documentedAmong, type OperationContext } from "../make-case.ts";
import {
  boundsCodeOf,
  faultyFields,
  isBefore,
  isFaultOfField,
  problemsOf,
  refusedFor,
  withFault,
  type Problematic,
} from "./problems.ts";

/** Samples that break a rule which no schema can express, each with a further problem; the service decides which is told. */
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
    const table = caseTable(context, sample, "refusals");
    const why = "a rule of the service that is broken, and another problem; one of them is told";
    for (const other of isFirst ? problemsOf(context, sample) : [])
      if (leaveRule.has(other.problem))
        table.add("RFC 9110, section 15.5", refusedFor(context, rule, other), [
          [`${nameOf(sample)} and ${other.problem}`, why, other.raw],
        ]);
    addFaults(rule, faults, table);
    return table.cases;
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
  { operation, allows }: OperationContext,
  { request, call, response: { status, body } }: Case,
): Problematic | undefined {
  const isOfHttp = status < 400 || status > 499 || [401, 405, 413, 415].includes(status);
  if (isOfHttp || !allows(request) || request !== call) return undefined;
  const { property } = documentedOf(operation.responses, status)?.errorCode ?? {};
  const code = property === undefined ? undefined : valueAt(body, `/${property}`);
  const rule = { problem: "business-rule", statuses: [status], raw: {} } as const;
  return { ...rule, ...(typeof code === "number" && { code }) };
}

type Fault = readonly [ConstraintCase, SampleRequest];

/** The same with a field that is missing, one that is wrong, and one that is out of bounds with a code of their own. */
function addFaults(
  rule: Problematic,
  constraints: readonly ConstraintCase[],
  { context, base: sample, add }: CaseTable,
): void {
  const faults = constraints
    .filter((each) => isFaultOfField(context, each) && each.pointer !== "/body")
    .map((each): Fault => [each, withFault(sample.request, each)])
    .filter(([{ field }, changed]) => {
      const told = faultyFields(context, changed);
      return told.length === 1 && told[0] === field;
    });
  const kinds = Map.groupBy(faults, ([each]) => {
    const { keyword } = each.constraint;
    if (boundsCodeOf(each) !== undefined) return `bounds ${keyword}`;
    return `${keyword === "required" ? "missing" : "wrong"} ${pointerNames(each.pointer)[0] ?? ""}`;
  });
  const textAt = (request: SampleRequest | undefined, pointer: string) =>
    JSON.stringify(valueAt(request, pointer));
  // The rule may be about what another sample has otherwise, and is then not broken any more.
  const isOfRule = ([{ pointer }]: Fault) =>
    textAt(context.plain[0]?.request, pointer) !== textAt(sample.request, pointer);
  for (const group of kinds.values()) {
    const other = group.find((each) => !isOfRule(each));
    // One of two fields is not the rule's.
    const several = [...new Map(group.map((each) => [each[0].field, each])).values()].slice(0, 2);
    for (const [each, message] of other ? [other] : several) {
      const { field, constraint } = each;
      const code = boundsCodeOf(each);
      const problem: Problematic = {
        problem: code === undefined ? "schema" : "bounds",
        statuses: documentedAmong(context, [400, 422]),
        raw: {},
        ...(code !== undefined && { code }),
      };
      const isToldFirst = isBefore(context, problem, rule) && code === undefined;
      const due = {
        ...refusedFor(context, rule, problem),
        ...(isToldFirst && { fields: [field] }),
      };
      const bounds = code === undefined ? "" : ` beyond ${constraint.keyword}`;
      const why =
        "a rule of the service that is broken, and a field that is wrong; one of them is told";
      const row = [`${nameOf(sample)} and ${field}${bounds}`, why, {}] as const;
      add("RFC 9110, section 15.5", due, [row], { message });
    }
  }
}

export function nameOf({ id }: Case): string {
  return id.slice(id.indexOf("/") + 1);
}
