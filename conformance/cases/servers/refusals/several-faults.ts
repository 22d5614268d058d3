import { pointerNames, valueAt, withValue, type SampleRequest } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import type { HttpCase, Refused } from "../http-case.ts";
import { caseTables, refused, type OperationContext } from "../make-case.ts";
import { faultyFields, isFaultOfField, withFault } from "./faults.ts";
import { boundsCodeOf } from "./problems.ts";

/** Faults of two parts of a request, or of two fields of its body: all are told where refusals name fields. */
export function severalFaults(
  context: OperationContext,
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const wrong = constraints.filter(
    (each) =>
      isFaultOfField(context, each) &&
      each.constraint.contentType === undefined &&
      each.base.providerStates.length === 0,
  );
  const byField = new Map(wrong.map((each) => [each.pointer, each]));
  const chosen = [...byField.values()];
  const [codeless, coded] = [
    chosen.filter((each) => boundsCodeOf(each) === undefined),
    chosen.filter((each) => boundsCodeOf(each) !== undefined),
  ];
  const pairs = codeless.flatMap((one, index) =>
    codeless.slice(index + 1).map((other) => [one, other] as const),
  );
  const first = firstOfParts(pairs);
  return [
    ...chosen.flatMap((each) => twoItems(context, each)).slice(0, MOST_OF_PARTS),
    ...first.flatMap((each) => together(context, each)),
    ...ofEachTwoKinds(context, wrong),
    ...firstAndLast(codeless).flatMap((one) =>
      coded.flatMap((other) => together(context, [one, other])),
    ),
  ];
}

/** A pair for each two kinds of faults, of different fields: none hides another. */
function ofEachTwoKinds(context: OperationContext, wrong: readonly ConstraintCase[]): HttpCase[] {
  const kinds = Map.groupBy(
    wrong.filter((each) => boundsCodeOf(each) === undefined),
    faultKind,
  );
  const groups = [...kinds];
  return groups.flatMap(([kind, ones], index) =>
    groups.slice(index).flatMap(([otherKind, others]) => {
      for (const one of ones)
        for (const other of others.toReversed()) {
          if (isWithin(one, other) || isWithin(other, one)) continue;
          const made = together(context, [one, other], ` (${kind} and ${otherKind})`);
          if (made.length > 0) return made;
        }
      return [];
    }),
  );
}

function faultKind({ constraint }: ConstraintCase): "missing" | "type" | "value" {
  switch (constraint.keyword) {
    case "required":
    case "requires":
    case "requiredWhen":
      return "missing";
    case "type":
    case "nullable":
      return "type";
    default:
      return "value";
  }
}

function isWithin({ pointer }: ConstraintCase, { pointer: outer }: ConstraintCase): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

/** Of which one is told before a fault that has a code of its own, and one after it. */
function firstAndLast<Item>(items: readonly Item[]): Item[] {
  return items.filter((_, index) => index === 0 || index === items.length - 1);
}

/** A pair for each two parts, and some within one part. */
function firstOfParts(
  pairs: readonly (readonly [ConstraintCase, ConstraintCase])[],
): (readonly [ConstraintCase, ConstraintCase])[] {
  const partOf = ({ pointer }: ConstraintCase) => pointerNames(pointer)[0] ?? "";
  const groups = Map.groupBy(pairs, ([one, other]) => `${partOf(one)} ${partOf(other)}`);
  return [...groups.values()].flatMap((group) => group.slice(0, MOST_OF_PARTS));
}

const MOST_OF_PARTS = 4;

/** An item of a list that is wrong, and another that is wrong alike. */
function twoItems(
  context: OperationContext,
  { base, message, pointer, field }: ConstraintCase,
): HttpCase[] {
  const [, list, index, rest = ""] = /^(.*)\/(\d+)((?:\/[^/]+)?)$/.exec(pointer) ?? [];
  const items = list === undefined ? undefined : valueAt(message, list);
  if (list === undefined || !Array.isArray(items) || items.length < 2) return [];
  const other = items.findIndex((_, at) => at !== Number(index));
  const value = valueAt(message, pointer);
  if (value === undefined) return [];
  const request = withValue(message, `${list}/${other}${rest}`, value) as SampleRequest;
  const told = faultyFields(context, request);
  if (!told.includes(field) || told.length !== 2) return [];
  return bothTold(context, base, request, told, told.join(" and "), {});
}

/** A request of which two faults are told. */
function bothTold(
  context: OperationContext,
  base: Case,
  request: SampleRequest,
  fields: readonly string[],
  name: string,
  further: Omit<Refused, "kind" | "statuses" | "fields">,
): HttpCase[] {
  const changed: Case = { ...base, request, call: request, fresh: [] };
  const { add, cases } = caseTables(changed, "refusals");
  add("RFC 9110, section 15.5.1", refused(context, [400, 422], { fields, ...further }), [
    [name, "two faults at once; both are told", {}],
  ]);
  return cases;
}

function together(
  context: OperationContext,
  [one, other]: readonly [ConstraintCase, ConstraintCase],
  kinds = "",
): HttpCase[] {
  const isMissing = ({ message }: ConstraintCase) => valueAt(message, other.pointer) === undefined;
  if (one.base.id !== other.base.id && isMissing(other) && isMissing(one)) return [];
  const request = withFault(one.message as SampleRequest, other);
  const told = faultyFields(context, request);
  // One fault may hide the other, as a union does that is judged by one of its branches.
  if (![one, other].every(({ field }) => told.includes(field))) return [];
  const code = boundsCodeOf(other);
  const isDecided = context.decisions.precedence?.flat().includes("bounds") === true;
  const fields = [one.field, other.field];
  return bothTold(context, one.base, request, fields, `${fields.join(" and ")}${kinds}`, {
    ...(isDecided && code !== undefined && { codesExcluded: [code] }),
  });
}
