/** Scalars with their formats and bounds. */
import { integerRange } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { withExclusiveBounds } from "@contract-toolkit/schemas/exclusive-bounds";
import { typeSpecString } from "./texts.ts";

/** A type as its variants, of which most types have one, and the decorators that its property or declaration needs. */
export interface WrittenType {
  readonly variants: readonly string[];
  readonly decorators: readonly string[];
}

export function writeScalarType(schema: Node): WrittenType {
  const { type, format } = schema;
  switch (type) {
    case "boolean":
      return { variants: ["boolean"], decorators: [] };
    case "null":
      return { variants: ["null"], decorators: [] };
    case "integer":
      return {
        variants: [integers.has(String(format)) ? String(format) : "integer"],
        decorators: boundsOf(schema),
      };
    case "number":
      return { variants: [numbers.get(String(format)) ?? "numeric"], decorators: boundsOf(schema) };
    case "string":
      return stringOf(schema);
    default:
      return Object.hasOwn(schema, "enum") && type === undefined
        ? { variants: ["boolean"], decorators: [] }
        : { variants: ["unknown"], decorators: [] };
  }
}

/** The TypeSpec types of formats that are not strings, by the format. */
export const textTypes: ReadonlyMap<unknown, string> = new Map([
  ["date-time", "utcDateTime"],
  ["date", "plainDate"],
  ["time", "plainTime"],
  ["duration", "duration"],
  ["byte", "bytes"],
  ["binary", "bytes"],
]);

function stringOf(schema: Node): WrittenType {
  const { format, pattern } = schema;
  const otherTextType = textTypes.get(format);
  if (otherTextType !== undefined) return { variants: [otherTextType], decorators: [] };
  const decorators = limitDecorators(schema, ["minLength", "maxLength"]);
  if (typeof pattern === "string") decorators.push(`@pattern(${typeSpecString(pattern)})`);
  if (format === "uri") return { variants: ["url"], decorators };
  if (format === "password") decorators.push("@secret");
  else if (typeof format === "string") decorators.push(`@format(${typeSpecString(format)})`);
  return { variants: ["string"], decorators };
}

/** In 3.0, the exclusive bounds are flags beside the bounds. */
function boundsOf(schema: Node): string[] {
  const { type, format, ...bounds } = withExclusiveBounds(schema);
  const { from, to } = type === "integer" ? integerRange(format) : floatRange(format);
  // TypeSpec refuses bounds that the type cannot have. An integer is above 0.5 if it is above 0.
  const written = ([name, key, round]: (typeof boundKeys)[number]): string[] => {
    const given = bounds[key];
    if (typeof given !== "number" || given < from || given > to) return [];
    return [`${name}(${type === "integer" ? round(given) : given})`];
  };
  return [...boundKeys.flatMap(written), ...limitDecorators(schema, ["multipleOf"])];
}

const boundKeys = [
  ["@minValue", "minimum", Math.ceil],
  ["@maxValue", "maximum", Math.floor],
  ["@minValueExclusive", "exclusiveMinimum", Math.floor],
  ["@maxValueExclusive", "exclusiveMaximum", Math.ceil],
] as const;

function floatRange(format: unknown): { readonly from: number; readonly to: number } {
  const to = format === "float" ? largestFloat : Number.MAX_VALUE;
  return { from: -to, to };
}

/** IEEE 754, binary32. */
const largestFloat = 3.4028234663852886e38;

const integers: ReadonlySet<string> = new Set(
  [8, 16, 32, 64].flatMap((bits) => [`int${bits}`, `uint${bits}`]),
);

const numbers: ReadonlyMap<string, string> = new Map([
  ["float", "float32"],
  ["double", "float64"],
]);

/** A limit is a decorator of the same name. */
export function limitDecorators(schema: Node, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const limit = schema[key];
    if (limit === true) return [`@${key}`];
    return typeof limit === "number" ? [`@${key}(${limit})`] : [];
  });
}

export function plainType(...variants: readonly string[]): WrittenType {
  return { variants, decorators: [] };
}
