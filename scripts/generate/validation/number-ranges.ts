import type { Schema } from "@contract-toolkit/kernel";

/**
 * Gives a number the bounds that its type has, where the specification states no narrower ones: every integer is exact,
 * and no number is beyond what 64 bits hold. As bounds they are told and coded like those of the specification.
 */
export function withNumberRange(schema: Schema): Schema {
  const largest = rangeOf(schema);
  if (!largest) return schema;
  const { format: _, minimum, maximum, ...rest } = schema;
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  return {
    ...rest,
    ...(!(Number(exclusiveMinimum) >= largest.from) && {
      minimum: Math.max(minimum ?? -Infinity, largest.from),
    }),
    ...(!(Number(exclusiveMaximum) <= largest.to) && {
      maximum: Math.min(maximum ?? Infinity, largest.to),
    }),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function rangeOf({ type, format }: Schema): Range | undefined {
  const types = [type].flat();
  if (types.includes("integer")) return format === "int32" ? int32 : exactIntegers;
  return types.includes("number") ? numbers : undefined;
}

const int32: Range = { from: -(2 ** 31), to: 2 ** 31 - 1 };

/** What is larger would reach programs as another number (RFC 7493, section 2.2). */
const exactIntegers: Range = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/** `JSON.parse` reads whatever is larger as Infinity, which is no number of JSON. */
const numbers: Range = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };
