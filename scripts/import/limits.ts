/** Rules about what limits a value: its lengths, its format and its pattern. */
import { patternFault, patternWeakness } from "../redos/linear.ts";
import { removing } from "./mend.ts";

const lengths = ["minLength", "maxLength", "pattern"];

/** A text of a list has no length and no format that the list does not say. */
export const lengthOfEnum = removing(
  ({ enum: values }) => (Array.isArray(values) ? [...lengths, "format"] : []),
  (gone) => `${gone} beside enum: removed, because the values are listed`,
);

/** A time and bytes are no texts in TypeSpec. */
export const lengthOfTime = removing(
  ({ format }) => (ofNoText.has(String(format)) ? lengths : []),
  (gone) => `${gone} of a time or of bytes: removed`,
);

const ofNoText: ReadonlySet<string> = new Set([
  ...["date-time", "date", "time", "duration", "byte", "binary"],
]);

/** A pattern is of a text. */
export const patternOfOther = removing(
  ({ type }) => {
    const [first, ...others] = [type].flat();
    return first === undefined || [first, ...others].includes("string") ? [] : ["pattern"];
  },
  () => "pattern of a value that is not text: removed",
);

/** Patterns are those of JavaScript, with the flag `u` (JSON Schema, section 6.3.3). */
export const invalidPattern = removing(
  ({ pattern }) =>
    typeof pattern === "string" && patternFault(pattern) !== undefined ? ["pattern"] : [],
  (_, { pattern }) => `pattern ${String(pattern)}: not a regular expression of ECMAScript; removed`,
);

/** A server would run it on whatever comes. */
export const weakPattern = removing(
  ({ pattern }) => (reasonOf(pattern) === undefined ? [] : ["pattern"]),
  (_, { pattern }) =>
    `pattern ${String(pattern)}: it may take more than linear time (${String(reasonOf(pattern))}); removed`,
);

function reasonOf(pattern: unknown): string | undefined {
  return typeof pattern === "string" ? patternWeakness(pattern)?.reason : undefined;
}
