/** Rules about what limits a value: its lengths, its format and its pattern. */
import { patternFault, patternWeakness } from "../redos/linear.ts";
import { removing } from "./fix.ts";

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

/** Patterns are those of JavaScript, with the flag `u` (JSON Schema, section 6.3.3). A server would run them on whatever comes. */
export const unusablePattern = removing(
  ({ pattern }) => (faultOf(pattern) === undefined ? [] : ["pattern"]),
  (_, { pattern }) => `pattern ${String(pattern)}: ${faultOf(pattern) ?? ""}; removed`,
);

function faultOf(pattern: unknown): string | undefined {
  if (typeof pattern !== "string") return undefined;
  if (patternFault(pattern) !== undefined) return "not a regular expression of ECMAScript";
  const weakness = patternWeakness(pattern);
  return weakness && `it may take more than linear time (${weakness.reason})`;
}
