/** Rules about the constraints of a value: its lengths, its format and its pattern. */
import { patternFault, patternWeakness } from "@contract-toolkit/schemas/redos/linear";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import {
  isOpenApi30,
  itemsOrEmpty,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { withExclusiveBounds } from "@contract-toolkit/schemas/exclusive-bounds";
import { removing, type Rule } from "./fix.ts";

const lengths = ["minLength", "maxLength", "pattern"];

/** A larger integer of the document was read as another one. */
export const inexactValues: Rule = (schema) => {
  const values = itemsOrEmpty("const" in schema ? [schema["const"]] : schema["enum"]);
  const exact = values.filter((value) => !Number.isInteger(value) || Number.isSafeInteger(value));
  if (exact.length === values.length) return undefined;
  takeOut(schema, "const");
  schema["enum"] = exact;
  return "listed integers that are not exact: removed";
};

/** The rules beside an enum add nothing, if it lists only values that fit them. */
export const rulesOfEnum: Rule = (schema) => {
  const { enum: values = "const" in schema ? [schema["const"]] : undefined } = schema;
  const gone = Object.keys(schema).filter((key) => ofValues.has(key));
  if (!Array.isArray(values) || gone.length === 0) return undefined;
  const [left = [], refused = []] = [true, false].map((fits) =>
    itemsOrEmpty(values).filter((value) => keepsLimits(schema, value, ofValues) === fits),
  );
  takeOut(schema, "const", ...gone);
  schema["enum"] = left;
  return [
    ...(refused.length > 0
      ? [
          `values that other rules refuse: removed (${refused.map((value) => JSON.stringify(value)).join(", ")})`,
        ]
      : []),
    `${gone.join(", ")} beside enum: removed, because the values are listed`,
  ];
};

/** Whether a value keeps the limits of a schema. */
export function keepsLimits(schema: Node, value: unknown, limits = ofTypes): boolean {
  const all = Object.entries(withExclusiveBounds(schema));
  return accepts(Object.fromEntries(all.filter(([key]) => limits.has(key))), value);
}

const ofNumbersAndTexts: ReadonlySet<string> = new Set([
  ...[...lengths, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
]);
const ofTypes: ReadonlySet<string> = new Set([
  ...ofNumbersAndTexts,
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
]);
const ofValues: ReadonlySet<string> = new Set([...ofNumbersAndTexts, "format", "multipleOf"]);

/** Times and bytes are not strings in TypeSpec. */
export const lengthOfTime = removing(
  ({ format }) => (ofNoText.has(String(format)) ? lengths : []),
  (gone) => `${gone} of a time or of bytes: removed`,
);

const ofNoText: ReadonlySet<string> = new Set([
  ...["date-time", "date", "time", "duration", "byte", "binary"],
]);

/** No value fits limits that contradict each other, and TypeSpec refuses them. */
export const contradictoryLimits = removing(
  (schema) =>
    ["Length", "imum", "Items", "Properties"]
      .map((kind) => [`min${kind}`, `max${kind}`])
      .filter(([least = "", most = ""]) => Number(schema[least]) > Number(schema[most]))
      .flat(),
  (gone) => `${gone}, which no value fits: removed`,
);

/** JSON Schema 2020-12, which OpenAPI 3.1 uses, does not know the keyword. */
export const nullableOf30 = removing(
  (_, document) => (isOpenApi30(document) ? [] : ["nullable"]),
  () => "nullable, which OpenAPI 3.1 does not know: removed",
);

/** OpenAPI 3.1 says by an encoding what 3.0 says by a format. */
export const encodedBytes: Rule = (schema) => {
  if (schema["type"] === "string" && schema["contentEncoding"] === "base64")
    schema["format"] ??= "byte";
  return undefined;
};

/** Only strings have patterns. */
export const patternOfOther = removing(
  ({ type }) => {
    const [first, ...others] = [type].flat();
    return first === undefined || [first, ...others].includes("string") ? [] : ["pattern"];
  },
  () => "pattern of a value that is not text: removed",
);

/**
 * Patterns are JavaScript expressions with the flag `u` (JSON Schema, section 6.3.3). A server would run them on
 * untrusted input.
 */
export const unusablePattern = removing(
  ({ pattern }) => (explainPatternLoss(pattern) === undefined ? [] : ["pattern"]),
  (_, { pattern }) => `pattern ${String(pattern)}: ${explainPatternLoss(pattern) ?? ""}; removed`,
);

/** `@multipleOf` takes no fractions, because computers do not divide by them exactly. */
export const fractionalDivisor = removing(
  ({ multipleOf }) => {
    const isDivisor = Number.isInteger(multipleOf) && Number(multipleOf) > 0;
    return isDivisor && Number(multipleOf) < 2 ** 32 ? [] : ["multipleOf"];
  },
  (_, { multipleOf }) =>
    `multipleOf ${String(multipleOf)}, which is not an integer from 1 to 2^32 - 1: removed`,
);

/** In 3.1, exclusive bounds are numbers. The flags of 3.0 mean the same there as before. */
export const exclusiveFlags: Rule = (schema, document) => {
  if (isOpenApi30(document)) return undefined;
  const flags = ["exclusiveMinimum", "exclusiveMaximum"].filter(
    (key) => typeof schema[key] === "boolean",
  );
  if (flags.length === 0) return undefined;
  const bounds = withExclusiveBounds(schema);
  for (const key of ["minimum", "maximum", ...flags]) takeOut(schema, key);
  Object.assign(schema, bounds);
  return `${flags.join(", ")}: a flag of OpenAPI 3.0; now the bound itself`;
};

function explainPatternLoss(pattern: unknown): string | undefined {
  if (typeof pattern !== "string") return undefined;
  if (patternFault(pattern) !== undefined) return "not a regular expression of ECMAScript";
  const weakness = patternWeakness(pattern);
  return weakness && `it may take more than linear time (${weakness.reason})`;
}
