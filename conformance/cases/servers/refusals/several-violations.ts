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
  // Violations without an error code come both before and after the violation with one.
  const firstAndLast = codeless.filter((_, at) => at === 0 || at === codeless.length - 1);
  const withCodes = firstAndLast.flatMap((one) => coded.map((other): Pair => [one, other]));
  return [
    ...chosen.flatMap((one) => twoItems(context, one)).slice(0, MOST_OF_ITEMS),
    // One in each two objects, at whatever depth, because validators may stop at the outermost.
    ...ofEachTwo(context, chosen, containerOf, () => ""),
    ...ofEachTwo(context, wrong, violationKind, (kinds) => ` (${kinds.join(" and ")})`),
    ...withCodes.flatMap((pair) => together(context, pair)),
  ];
}

const MOST_OF_ITEMS = 4;

/** A pair of violations for each two groups, the first of different fields that can both be reported. */
function ofEachTwo(
  context: OperationContext,
  constraints: readonly ConstraintCase[],
  groupOf: (one: ConstraintCase) => string,
  named: (groups: readonly string[]) => string,
): HttpCase[] {
  const codeless = constraints.filter((one) => boundsCodeOf(one) === undefined);
  const groups = [...Map.groupBy(codeless, groupOf)];
  return groups.flatMap(([group, ones], index) =>
    groups.slice(index).flatMap(([otherGroup, others]) => {
      for (const one of ones)
        for (const other of others.toReversed()) {
          if (isInsideConstraint(one, other) || isInsideConstraint(other, one)) continue;
          const made = together(context, [one, other], named([group, otherGroup]));
          if (made.length > 0) return made;
        }
      return [];
    }),
  );
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
  const other = items.findIndex((_, at) => at !== Number(index));
  const request = withValue(message, `${list}/${other}${rest}`, value) as SampleRequest;
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
