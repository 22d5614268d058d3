/** Scalars with their formats and bounds. */
import type { Node } from "../../documents/nodes.ts";
import { quoted } from "./texts.ts";
import { limitsOf, type WrittenType } from "./types.ts";

export function scalarOf(schema: Node): WrittenType {
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
        : { variants: [isNever(schema) ? "never" : "unknown"], decorators: [] };
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
  const other = textTypes.get(format);
  if (other !== undefined) return { variants: [other], decorators: [] };
  const decorators = limitsOf(schema, ["minLength", "maxLength"]);
  if (typeof pattern === "string") decorators.push(`@pattern(${quoted(pattern)})`);
  if (format === "uri") return { variants: ["url"], decorators };
  if (format === "password") decorators.push("@secret");
  else if (typeof format === "string") decorators.push(`@format(${quoted(format)})`);
  return { variants: ["string"], decorators };
}

/** In 3.0, the exclusive bounds are flags beside the bounds. */
function boundsOf(schema: Node): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const bounds: [name: string, value: unknown][] = [
    [exclusiveMinimum === true ? "@minValueExclusive" : "@minValue", minimum],
    [exclusiveMaximum === true ? "@maxValueExclusive" : "@maxValue", maximum],
    ["@minValueExclusive", exclusiveMinimum],
    ["@maxValueExclusive", exclusiveMaximum],
  ];
  return [
    ...bounds.flatMap(([name, value]) => (typeof value === "number" ? [`${name}(${value})`] : [])),
    ...limitsOf(schema, ["multipleOf"]),
  ];
}

const integers: ReadonlySet<string> = new Set(
  [8, 16, 32, 64].flatMap((bits) => [`int${bits}`, `uint${bits}`]),
);

const numbers: ReadonlyMap<string, string> = new Map([
  ["float", "float32"],
  ["double", "float64"],
]);

function isNever({ not }: Node): boolean {
  return typeof not === "object" && not !== null && Object.keys(not).length === 0;
}
