import { valueAt, withValue, type SampleRequest } from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTable, type OperationContext } from "../make-case.ts";
import { boundsCodeOf, faultyFields, isViolationOfField, withViolation } from "./problems.ts";

type Pair = readonly [ConstraintCase, ConstraintCase];

export function severalViolations(
  context: OperationContext,
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const wrong = constraints.filter(
    (constraint) =>
      isViolationOfField(context, constraint) &&
      constraint.constraint.contentType === undefined &&
      constraint.base.providerStates.length === 0,
  );
  const chosen = [...new Map(wrong.map((one) => [one.pointer, one])).values()];
  const { coded = [], codeless = [] } = Object.groupBy(chosen, (one) =>
    boundsCodeOf(one) === undefined ? "codeless" : "coded",
  );
  const pairs = codeless.flatMap((one, at) =>
    codeless.slice(at + 1).map((other): Pair => [one, other]),
  );
  // One in each two objects, at whatever depth: validators may stop at the outermost.
  const byContainers = Map.groupBy(pairs, (pair) => pair.map(containerOf).join(" "));
  // Violations without an error code come both before and after the violation with one.
  const firstAndLast = codeless.filter((_, at) => at === 0 || at === codeless.length - 1);
  const withCodes = firstAndLast.flatMap((one) => coded.map((other): Pair => [one, other]));
  return [
    ...chosen.flatMap((one) => twoItems(context, one)).slice(0, MOST_OF_ITEMS),
    ...[...byContainers.values()].flatMap((group) => firstTogether(context, group)),
    ...ofEachTwoKinds(context, wrong),
    ...withCodes.flatMap((pair) => together(context, pair)),
  ];
}

const MOST_OF_ITEMS = 4;

/** A pair of violations of different fields for each two kinds of violations. Both must be reported. */
function ofEachTwoKinds(context: OperationContext, wrong: readonly ConstraintCase[]): HttpCase[] {
  const groups = [
    ...Map.groupBy(
      wrong.filter((one) => boundsCodeOf(one) === undefined),
      violationKind,
    ),
  ];
  return groups.flatMap(([kind, ones], index) =>
    groups.slice(index).flatMap(([otherKind, others]) =>
      firstTogether(
        context,
        ones.flatMap((one) => others.toReversed().map((other): Pair => [one, other])),
        ` (${kind} and ${otherKind})`,
      ),
    ),
  );
}

/** The first pair of different fields whose violations can both be reported. */
function firstTogether(
  context: OperationContext,
  pairs: readonly Pair[],
  kinds?: string,
): HttpCase[] {
  for (const [one, other] of pairs) {
    if (isInsideConstraint(one, other) || isInsideConstraint(other, one)) continue;
    const made = together(context, [one, other], kinds);
    if (made.length > 0) return made;
  }
  return [];
}

function containerOf({ pointer }: ConstraintCase): string {
  return pointer.slice(0, pointer.lastIndexOf("/")).replaceAll(/\/\d+(?=\/|$)/g, "/[]");
}

function violationKind({ constraint: { keyword } }: ConstraintCase): "missing" | "type" | "value" {
  if (["required", "requires", "requiredWhen"].includes(keyword)) return "missing";
  return keyword === "type" || keyword === "nullable" ? "type" : "value";
}

function isInsideConstraint(
  { pointer }: ConstraintCase,
  { pointer: outer }: ConstraintCase,
): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function twoItems(
  context: OperationContext,
  { base, message, pointer, field }: ConstraintCase,
): HttpCase[] {
  const [, list = "", index, rest = ""] = /^(.*)\/(\d+)((?:\/[^/]+)?)$/.exec(pointer) ?? [];
  const items = index === undefined ? undefined : valueAt(message, list);
  const value = valueAt(message, pointer);
  if (!Array.isArray(items) || items.length < 2 || value === undefined) return [];
  const otherNumber = items.findIndex((_, at) => at !== Number(index));
  const request = withValue(message, `${list}/${otherNumber}${rest}`, value) as SampleRequest;
  const fields = faultyFields(context, request);
  if (!fields.includes(field) || fields.length !== 2) return [];
  return bothReported(context, base, request, fields, fields.join(" and "));
}

function bothReported(
  context: OperationContext,
  base: Case,
  request: SampleRequest,
  fields: readonly string[],
  name: string,
  further: { readonly codesExcluded?: readonly number[] } = {},
): HttpCase[] {
  const changed: Case = { ...base, request, call: request, fresh: [] };
  const { add, cases, refused } = caseTable(context, changed, "refusals");
  add("RFC 9110, section 15.5.1", refused([400, 422], { fields, ...further }), [
    [name, "two violations; both are reported", {}],
  ]);
  return cases;
}

function together(context: OperationContext, [one, other]: Pair, kinds = ""): HttpCase[] {
  const isMissing = ({ message }: ConstraintCase) => valueAt(message, other.pointer) === undefined;
  if (one.base.id !== other.base.id && isMissing(other) && isMissing(one)) return [];
  const request = withViolation(one.message as SampleRequest, other);
  const faulty = faultyFields(context, request);
  const fields = [one.field, other.field];
  // One violation may hide the other, for example in a union, of which one branch is reported.
  if (!fields.every((field) => faulty.includes(field))) return [];
  const code = boundsCodeOf(other);
  const isDecided = context.decisions.precedence?.flat().includes("bounds") === true;
  const further = isDecided && code !== undefined ? { codesExcluded: [code] } : {};
  return bothReported(context, one.base, request, fields, fields.join(" and ") + kinds, further);
}
