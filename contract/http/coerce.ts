import { asWritten } from "../number-as-written.ts";
import { joinHeaderList, splitHeaderList } from "./lists.ts";
import type { HeaderType } from "../operation.ts";
import type { ScalarType } from "./scalar-type.ts";

/**
 * Reads the text of a parameter or header as its type. Only the canonical spelling of a number is accepted: no sign `+`, no
 * leading zero, no space, no exponent for integers. Any other text stays a text, for the validator to refuse.
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
 * Reads the value of a response's header.
 *
 * @param type undefined for a text
 * @example
 * headerValue({ type: "integer", list: true }, "1, 2"); // [1, 2]
 */
export function headerValue(type: HeaderType | undefined, text: string): unknown {
  if (!type) return text;
  if (!type.list) return coerce(type.type, text);
  return splitHeaderList(text).map((text) => coerce(type.type, text));
}

/**
 * Reads a header of a response. Undefined if the response does not have it. A list in `Set-Cookie` is read line by line, because
 * a cookie can contain commas (RFC 6265, section 3).
 *
 * @example
 * responseHeader(new Headers({ Left: "1, 2" }), "Left", { type: "integer", list: true }); // [1, 2]
 */
export function responseHeader(
  headers: Headers,
  name: string,
  type: HeaderType | undefined,
): unknown {
  const text = headers.get(name);
  if (text === null) return undefined;
  if (type?.list && name.toLowerCase() === "set-cookie")
    return headers.getSetCookie().map((text) => coerce(type.type, text));
  return headerValue(type, text);
}

/**
 * Writes the value of a header. The items of a list are separated by commas; an item with a comma is quoted.
 *
 * @example
 * headerText([1, 2]); // "1,2"
 */
export function headerText(value: unknown): string {
  if (Array.isArray(value))
    return joinHeaderList(value.filter((item) => item != null).map(headerText));
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Like `coerce`, for requests. If rounding makes an integer of a number that is none, the result is the next double, so that
 * it breaks every bound that its text breaks.
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
