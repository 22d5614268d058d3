import { integerRange, type NumberRange, type Schema } from "@contract-toolkit/contract";

/**
 * Adds the bounds of a number's type if the specification has no narrower ones. Integers have the range of their format
 * and are exact, and no number exceeds a 64-bit float. They are reported like bounds of the specification.
 */
export function withNumberRange(schema: Schema): Schema {
  const largest = findNumberRange(schema);
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

function findNumberRange({ type, format }: Schema): NumberRange | undefined {
  const types = [type].flat();
  if (types.includes("integer")) return integerRange(format);
  return types.includes("number") ? numbers : undefined;
}

/** `JSON.parse` reads larger numbers as Infinity, which is not a JSON number. */
const numbers: NumberRange = { from: -Number.MAX_VALUE, to: Number.MAX_VALUE };
