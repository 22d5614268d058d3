import { integerFormats, integerRange, type NumberRange } from "../json-schema/integer-range.ts";
import type { Schema } from "../json-schema/json-schema.ts";
import { allowsType, type TypeName } from "./types.ts";

/** Keywords that limit a number, a length or a count. */
export const limits = [
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
] as const;

export type Limit = (typeof limits)[number];

export function isLimit(keyword: string): keyword is Limit {
  return limits.some((limit) => limit === keyword);
}

/** Inclusive and exclusive bounds of numbers. Of two in one direction, only the stricter matters. */
const ends = [
  {
    reached: "minimum",
    beyond: "exclusiveMinimum",
    stricter: Math.max,
    next: (bound: number) => Math.floor(bound) + 1,
    whole: Math.ceil,
    ofFormat: ({ from }: NumberRange) => from,
  },
  {
    reached: "maximum",
    beyond: "exclusiveMaximum",
    stricter: Math.min,
    next: (bound: number) => Math.ceil(bound) - 1,
    whole: Math.floor,
    ofFormat: ({ to }: NumberRange) => to,
  },
] as const;

/** The strictest limits for values of the types, without limits that every value keeps. */
export function strictestLimits(
  parts: readonly Schema[],
  types: ReadonlySet<TypeName>,
): ReadonlyMap<Limit, number> {
  const found = new Map<Limit, number>();
  for (const limit of limits) {
    const bound = strictest(parts, limit);
    if (bound !== undefined && allowsType(types, typeOfLimit(limit))) found.set(limit, bound);
  }
  for (const limit of ["minLength", "minItems", "minProperties"] as const)
    if (found.get(limit) === 0) found.delete(limit);
  if (!parts.some(({ contains }) => contains)) {
    found.delete("minContains");
    found.delete("maxContains");
  }
  for (const { reached, beyond, stricter, next, whole, ofFormat } of ends) {
    const tighten = (to: number) => found.set(reached, stricter(found.get(reached) ?? to, to));
    if (allowsType(types, "integer"))
      for (const { format } of parts.filter(isOfIntegers)) tighten(ofFormat(integerRange(format)));
    const bound = found.get(beyond);
    if (!types.has("number")) {
      // An exclusive bound of integers can be written as an inclusive one.
      if (bound !== undefined) tighten(next(bound));
      found.delete(beyond);
    }
    const inclusive = found.get(reached);
    if (inclusive === undefined) continue;
    if (!types.has("number")) found.set(reached, whole(inclusive));
    else if (bound !== undefined)
      found.delete(stricter(bound, inclusive) === bound ? reached : beyond);
  }
  withoutEnds(found, types);
  return found;
}

/** The strictest limit; undefined if there is none. */
export function strictest(parts: readonly Schema[], limit: Limit): number | undefined {
  const values = parts
    .map((part) => part[limit])
    .filter((value): value is number => typeof value === "number");
  if (values.length === 0) return undefined;
  return isLower(limit) ? Math.max(...values) : Math.min(...values);
}

/** How many characters, items or fields are allowed. */
export function strictestCounts(
  parts: readonly Schema[],
  of: "Length" | "Items" | "Properties",
): Counts {
  return { min: strictest(parts, `min${of}`) ?? 0, max: strictest(parts, `max${of}`) ?? Infinity };
}

export interface Counts {
  readonly min: number;
  readonly max: number;
}

function isOfIntegers({ format }: Schema): boolean {
  return integerFormats.some((integerFormat) => integerFormat === format);
}

/** Removes the range of all numbers that JSON can hold exactly (RFC 7493, section 2.2): it restricts nothing. */
function withoutEnds(found: Map<Limit, number>, types: ReadonlySet<TypeName>): void {
  const end = types.has("number") ? Number.MAX_VALUE : Number.MAX_SAFE_INTEGER;
  if (Number(found.get("minimum")) <= -end) found.delete("minimum");
  if (Number(found.get("maximum")) >= end) found.delete("maximum");
}

/** Whether a higher limit is stricter. */
export function isLower(limit: Limit): boolean {
  return limit.startsWith("min") || limit === "exclusiveMinimum";
}

/** The type of the values that a limit is for. */
export function typeOfLimit(limit: Limit): TypeName {
  if (limit.endsWith("imum")) return "integer";
  if (limit.endsWith("Length")) return "string";
  return limit.endsWith("Properties") ? "object" : "array";
}
