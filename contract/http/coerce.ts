import { asWritten } from "../bound-safe-number.ts";
import { joinHeaderList, splitHeaderList } from "./lists.ts";
import type { HeaderType, ScalarType } from "../operation.ts";

/**
 * The value that a parameter or header of a type has where its text is `text`. Only the canonical spelling of a number is one:
 * no sign `+`, no leading zero, no space, no exponent for integers. What is none stays a text, for a validator to refuse.
 *
 * @example
 * coerce("integer", "12"); // 12
 */
export function coerce(type: ScalarType, text: string): unknown {
  switch (type) {
    case "integer":
      return /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : text;
    case "number":
      return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
    case "boolean":
      return text === "true" ? true : text === "false" ? false : text;
    case "string":
      return text;
  }
}

/**
 * The value of a header of an answer, as its contract types it.
 *
 * @param type undefined: a text
 * @example
 * headerValue({ type: "integer", list: true }, "1, 2"); // [1, 2]
 */
export function headerValue(type: HeaderType | undefined, text: string): unknown {
  if (!type) return text;
  if (!type.list) return coerce(type.type, text);
  return splitHeaderList(text).map((each) => coerce(type.type, each));
}

/**
 * The text of a header's value: a list has commas between its items, of which those with commas are quoted.
 *
 * @example
 * headerText([1, 2]); // "1,2"
 */
export function headerText(value: unknown): string {
  if (Array.isArray(value)) return joinHeaderList(value.map(headerText));
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Reads what a client has sent (`coerce`). A number that is rounded to an integer without being one is the double next to
 * that, so that it is within no bound that its text is beyond.
 *
 * @example
 * coerceAsWritten("number", "1.0000000000000000001"); // 1.0000000000000002
 */
export function coerceAsWritten(type: ScalarType, text: string): unknown {
  const nearest = coerce(type, text);
  const isRounded = type === "number" && typeof nearest === "number" && Number.isInteger(nearest);
  if (!isRounded) return nearest;
  const written = asWritten(text);
  return Math.abs(written - nearest) < 1 && !Number.isInteger(written) ? written : nearest;
}
