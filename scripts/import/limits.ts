/** Rules about what limits a value: its lengths, its format and its pattern. */
import { patternFault, patternWeakness } from "../redos/linear.ts";
import type { Rule } from "./mend.ts";

/** A text of a list has no length and no format that the list does not say. */
export const lengthOfEnum: Rule = (schema) => {
  const superfluous = ["minLength", "maxLength", "pattern", "format"].filter(
    (each) => each in schema,
  );
  if (!Array.isArray(schema["enum"]) || superfluous.length === 0) return undefined;
  for (const each of superfluous) Reflect.deleteProperty(schema, each);
  return `${superfluous.join(", ")} beside enum: superfluous with listed values`;
};

/** A time and bytes are no texts in TypeSpec. */
export const lengthOfTime: Rule = (schema) => {
  const limits = ["minLength", "maxLength", "pattern"].filter((each) => each in schema);
  const isTime = ["date-time", "date", "time", "duration", "byte", "binary"].includes(
    String(schema["format"]),
  );
  if (!isTime || limits.length === 0) return undefined;
  for (const each of limits) Reflect.deleteProperty(schema, each);
  return `${limits.join(", ")} of a time or of bytes`;
};

/** A pattern is of a text. */
export const patternOfOther: Rule = (schema) => {
  const types = [schema["type"]].flat();
  if (!("pattern" in schema) || types.includes("string") || types[0] === undefined)
    return undefined;
  Reflect.deleteProperty(schema, "pattern");
  return "pattern of a value that is not text";
};

/** Patterns are those of JavaScript, with the flag `u` (JSON Schema, section 6.3.3). */
export const invalidPattern: Rule = (schema) => {
  const { pattern } = schema;
  if (typeof pattern !== "string" || patternFault(pattern) === undefined) return undefined;
  Reflect.deleteProperty(schema, "pattern");
  return `pattern ${pattern}: not a regular expression of ECMAScript`;
};

/** A server would run it on whatever comes. */
export const weakPattern: Rule = (schema) => {
  const { pattern } = schema;
  const weakness = typeof pattern === "string" ? patternWeakness(pattern) : undefined;
  if (!weakness) return undefined;
  Reflect.deleteProperty(schema, "pattern");
  return `pattern ${String(pattern)}: it may take more than linear time (${weakness.growth}), and is not checked`;
};
