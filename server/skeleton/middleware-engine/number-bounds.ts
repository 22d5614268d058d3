import type { Schema } from "contract-kernel";
import type { Untyped } from "./document.ts";

/**
 * The bounds of a number as JSON Schema has them. Where the document states no narrower ones they are those of the type:
 * integers are exact (RFC 7493, section 2.2), and no number is beyond 64 bits. Of the formats, nothing else is left.
 */
export function boundsOf(schema: Schema): Untyped {
  const stated = statedBounds(schema);
  const range = rangeOf(schema);
  if (!range) return stated;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = stated;
  const [from, to] = range;
  return {
    format: undefined,
    exclusiveMinimum,
    exclusiveMaximum,
    minimum: Number(exclusiveMinimum) >= from ? minimum : Math.max(Number(minimum ?? from), from),
    maximum: Number(exclusiveMaximum) <= to ? maximum : Math.min(Number(maximum ?? to), to),
  };
}

/** In OpenAPI 3.0 a flag beside the bound, in JSON Schema the bound itself. */
function statedBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): Untyped {
  const [isAbove, isBelow] = [exclusiveMinimum === true, exclusiveMaximum === true];
  return {
    minimum: isAbove ? undefined : minimum,
    maximum: isBelow ? undefined : maximum,
    exclusiveMinimum: isAbove ? minimum : undefined,
    exclusiveMaximum: isBelow ? maximum : undefined,
  };
}

function rangeOf({ type, format }: Schema): readonly [from: number, to: number] | undefined {
  if (type === "integer")
    return format === "int32"
      ? [-(2 ** 31), 2 ** 31 - 1]
      : [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];
  return type === "number" ? [-Number.MAX_VALUE, Number.MAX_VALUE] : undefined;
}

/** Keywords that an infinite number breaks, as which `JSON.parse` reads 1e400. */
export function keywordsAgainst(infinite: number): readonly string[] {
  return [
    ...(infinite > 0 ? ["maximum", "exclusiveMaximum"] : ["minimum", "exclusiveMinimum"]),
    ...["multipleOf", "enum", "const"],
  ];
}
