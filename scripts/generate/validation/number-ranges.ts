import { integerRange, type NumberRange, type Schema } from "@contract-toolkit/kernel";

/**
 * Gives a number the bounds that its type has, where the specification states no narrower ones: every integer is one of its
 * format and exact, and no number is beyond what 64 bits hold. As bounds they are told and coded like those of the specification.
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

function rangeOf({ type, format }: Schema): NumberRange | undefined {
  const types = [type].flat();
  if (types.includes("integer")) return integerRange(format);
  return types.includes("number") ? numbers : undefined;
}

/** `JSON.parse` reads whatever is larger as Infinity, which is no number of JSON. */
const numbers: NumberRange = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };
