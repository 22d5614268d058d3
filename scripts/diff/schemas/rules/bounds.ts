import {
  allowsType,
  isLower,
  limits,
  type Limit,
  typeOfLimit,
} from "@contract-toolkit/contract/schema-algebra";
import type { FlatSchema } from "../flat-schema.ts";
import type { Found } from "../../change.ts";

const names: Readonly<Record<Limit, string>> = {
  minimum: "minimum",
  exclusiveMinimum: "exclusive minimum",
  maximum: "maximum",
  exclusiveMaximum: "exclusive maximum",
  minLength: "minimum length",
  maxLength: "maximum length",
  minItems: "minimum number of items",
  maxItems: "maximum number of items",
  minProperties: "minimum number of fields",
  maxProperties: "maximum number of fields",
  minContains: "minimum number of items that fit",
  maxContains: "maximum number of items that fit",
};

/** Bounds that were added, removed or moved. */
export function limitChanges(old: FlatSchema, now: FlatSchema): Found[] {
  return limits.flatMap((limit) => {
    if (isReplaced(limit, old.limits, now.limits)) return [];
    // What only one side allows is a change of the type.
    if (![old, now].every(({ types }) => allowsType(types, typeOfLimit(limit)))) return [];
    const isOfContained = limit === "minContains" || limit === "maxContains";
    const [before, after] = [old, now].map(({ limits: own, contains }) =>
      isOfContained && contains.length === 0 ? undefined : own.get(limit),
    );
    if (before === after) return [];
    const id = limit.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const [effect, how, message]: [Found["effect"], string, string] =
      before === undefined
        ? ["narrower", "added", `a ${names[limit]} of ${Number(after)} was added`]
        : after === undefined
          ? ["wider", "removed", `the ${names[limit]} of ${before} was removed`]
          : describeMovedBound(limit, before, after);
    // Without a bound, one item must fit `contains`.
    const isMoved = limit === "minContains" && old.contains.length * now.contains.length > 0;
    if (isMoved && (before ?? 1) === (after ?? 1)) return [];
    if (isMoved)
      return [
        {
          rule: `${id}-${how}`,
          keyword: limit,
          effect: describeMovedBound(limit, before ?? 1, after ?? 1)[0],
          message,
        },
      ];
    return [{ rule: `${id}-${how}`, keyword: limit, effect, message }];
  });
}

function describeMovedBound(
  limit: Limit,
  before: number,
  after: number,
): [Found["effect"], string, string] {
  const how = after > before ? "increased" : "decreased";
  return [
    after > before === isLower(limit) ? "narrower" : "wider",
    how,
    `the ${names[limit]} ${how} from ${before} to ${after}`,
  ];
}

/** Whether an inclusive bound was replaced by a stricter exclusive one, or the other way round, which reports the change. */
function isReplaced(limit: Limit, old: FlatSchema["limits"], now: FlatSchema["limits"]): boolean {
  const counterpart = counterparts[limit];
  const [side, otherSide] = old.has(limit) ? [old, now] : [now, old];
  const [bound, replacement] = [side.get(limit), counterpart && otherSide.get(counterpart)];
  if (bound === undefined || replacement === undefined || otherSide.has(limit)) return false;
  if (bound === replacement) return !limit.startsWith("exclusive");
  return bound > replacement !== isLower(limit);
}

const counterparts: Partial<Record<Limit, Limit>> = {
  minimum: "exclusiveMinimum",
  exclusiveMinimum: "minimum",
  maximum: "exclusiveMaximum",
  exclusiveMaximum: "maximum",
};
