import {
  documentedOf,
  pointerNames,
  valueAt,
  type SampleRequest,
} from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import type { RequestProblem } from "../http-decisions.ts";
import { caseTable, type CaseTable, documentedAmong, type OperationContext } from "../make-case.ts";
import {
  boundsCodeOf,
  faultyFields,
  isBefore,
  isViolationOfField,
  problemsOf,
  refusedFor,
  withViolation,
  type InjectedProblem,
} from "./problems.ts";

/** Samples that break a business rule, each with one more problem. The service decides which one is reported. */
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
    // Rules of one error code may be checked in different places, so their precedence to bounds is tested for each.
    const violations = constraints.filter(
      (constraint) => isFirst || boundsCodeOf(constraint) !== undefined,
    );
    const table = caseTable(context, sample, "refusals");
    const why = "a business rule is broken, and there is another problem; one of them is reported";
    for (const other of isFirst ? problemsOf(context, sample) : [])
      if (leaveRule.has(other.problem))
        table.add("RFC 9110, section 15.5", refusedFor(context, rule, other), [
          [`${caseName(sample)} and ${other.problem}`, why, other.raw],
        ]);
    addViolations(rule, violations, table);
    return table.cases;
  });
}

/** Problems with which a request still breaks the rule, because its operation is known and its body can be read. */
const leaveRule: ReadonlySet<RequestProblem> = new Set<RequestProblem>([
  "credential",
  "size",
  "media-type",
]);

/** The business rule that a sample is refused for; undefined if it succeeds, or HTTP or the schema refuses it. */
export function ruleOf(
  { operation, allows }: OperationContext,
  { request, call, response: { status, body } }: Case,
): InjectedProblem | undefined {
  const isOfHttp = status < 400 || status > 499 || [401, 405, 413, 415].includes(status);
  if (isOfHttp || !allows(request) || request !== call) return undefined;
  const { property } = documentedOf(operation.responses, status)?.errorCode ?? {};
  const code = property === undefined ? undefined : valueAt(body, `/${property}`);
  const rule = { problem: "business-rule", statuses: [status], raw: {} } as const;
  return { ...rule, ...(typeof code === "number" && { code }) };
}

type Violation = readonly [ConstraintCase, SampleRequest];

/** Adds the sample with a missing field, with a wrong one, and with one beyond bounds with an error code. */
function addViolations(
  rule: InjectedProblem,
  constraints: readonly ConstraintCase[],
  { context, base: sample, add }: CaseTable,
): void {
  const violations = constraints
    .filter(
      (constraint) => isViolationOfField(context, constraint) && constraint.pointer !== "/body",
    )
    .map((constraint): Violation => [constraint, withViolation(sample.request, constraint)])
    .filter(([{ field }, changed]) => {
      const fields = faultyFields(context, changed);
      return fields.length === 1 && fields[0] === field;
    });
  const kinds = Map.groupBy(violations, ([constraintCase]) => {
    const { keyword } = constraintCase.constraint;
    if (boundsCodeOf(constraintCase) !== undefined) return `bounds ${keyword}`;
    return `${keyword === "required" ? "missing" : "wrong"} ${pointerNames(constraintCase.pointer)[0] ?? ""}`;
  });
  const textAt = (request: SampleRequest | undefined, pointer: string) =>
    JSON.stringify(valueAt(request, pointer));
  // If the field differs from that of a successful sample, the rule may be about it, and the violation may undo its violation.
  const isOfRule = ([{ pointer }]: Violation) =>
    textAt(context.first.request, pointer) !== textAt(sample.request, pointer);
  for (const group of kinds.values()) {
    const otherViolation = group.find((violation) => !isOfRule(violation));
    // Of two fields, at least one is not what the rule is about.
    const several = [
      ...new Map(group.map((violation) => [violation[0].field, violation])).values(),
    ].slice(0, 2);
    for (const [constraintCase, message] of otherViolation ? [otherViolation] : several) {
      const { field, constraint } = constraintCase;
      const code = boundsCodeOf(constraintCase);
      const problem: InjectedProblem = {
        problem: code === undefined ? "schema" : "bounds",
        statuses: documentedAmong(context, [400, 422]),
        raw: {},
        ...(code !== undefined && { code }),
      };
      const isReportedFirst = isBefore(context, problem, rule) && code === undefined;
      const expected = {
        ...refusedFor(context, rule, problem),
        ...(isReportedFirst && { fields: [field] }),
      };
      const bounds = code === undefined ? "" : ` beyond ${constraint.keyword}`;
      const why = "a business rule is broken, and a field is wrong; one of them is reported";
      const row = [`${caseName(sample)} and ${field}${bounds}`, why, {}] as const;
      add("RFC 9110, section 15.5", expected, [row], { message });
    }
  }
}

export function caseName({ id }: Case): string {
  return id.slice(id.indexOf("/") + 1);
}
