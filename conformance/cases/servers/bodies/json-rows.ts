import type { RawForm } from "../raw-form.ts";
import { body, type Row } from "../make-case.ts";

/** A body of requests, responses or messages. */
type BodyRow = readonly [name: string, why: string, raw: Pick<RawForm, "body">];

/** The same JSON (RFC 8259, sections 2 and 7). */
export const jsonSpellings: readonly BodyRow[] = [
  ["characters as escapes", "each character of names and texts as an escape", body("{units}")],
  ["slashes as escapes", "slashes as escapes", body("{slashes}")],
  ["on many lines", "white space wherever JSON allows it", body("{lines}")],
  ["white space around", "white space around it", body(" \r\n\t{body}\r\n\r\n")],
  ["back to front", "names in another sequence", body("{backwards}")],
];

/** Texts that are invalid JSON, also for a parser that accepts extensions (RFC 8259, section 9). */
export const noJson: readonly BodyRow[] = [
  ["cut off", "JSON without its end", body("{open}")],
  ["two values", "JSON twice", body("{body}{body}")],
  ["text after it", "JSON and something after it", body("{body} x")],
  ["bracket after it", "JSON and a bracket after it", body("{body}}")],
  ["NUL after it", "JSON and a NUL after it", body("{body}{hex:00}")],
  ["no JSON at all", "plain text instead of JSON", body("undocumented")],
];

export const badJson: readonly Row[] = [
  ...noJson,
  ["comma at the end", "a comma before the end", body("{open},}")],
  ["comment", "JSON with a comment", body("/* */{body}")],
  ["name without quotes", "a name without quotes", body("{open},undocumented:1}")],
  inField("single quotes", "a text in single quotes", "'x'"),
  inField("NaN", "NaN for a number", "NaN"),
  inField("leading zero", "a number with a zero before it", "01"),
  inField("no digit before point", "a number without a digit before the point", ".5"),
  inField("plus sign", "a number with a plus", "+1"),
  inField("undefined", "undefined for a value", "undefined"),
  inField("tab in text", "a tab in a text", '"{hex:09}"'),
  inField("unknown escape", "an escape that JSON does not have", String.raw`"\x41"`),
];

export const badUtf8: readonly Row[] = [
  inField("byte ff", "a byte that never occurs in UTF-8", '"{hex:ff}"'),
  inField("byte of Latin-1", "a letter in Latin-1", '"{hex:e9}"'),
  inField("overlong", "a character in more bytes than it needs", '"{hex:c0af}"'),
  inField("surrogate", "half of a surrogate pair in UTF-8", '"{hex:eda080}"'),
  inField("character cut off", "a character without its end", '"{hex:e282}"'),
  inField("beyond Unicode", "a character beyond U+10FFFF", '"{hex:f4908080}"'),
];

/** Fields that nobody documented. Brackets in texts do not nest; there are more of them than the likely limit of any service. */
export const furtherFields: readonly Row[] = [
  ["a field before all others", "an undocumented field", body('{"undocumented":"data",{rest}')],
  further("characters of several bytes", '"Amélie ö 🙂 ệ"'),
  further("a long text", `"${"0123456789".repeat(400)}"`),
  further("brackets in a text", `"${"[".repeat(2000)}"`),
  further("braces in a text", `"${"{".repeat(2000)}"`),
  further("brackets after an escaped quotation mark", `"\\"${"[".repeat(2000)}"`),
  further("brackets after an escaped backslash", `["\\\\","${"[".repeat(2000)}"]`),
  further("brackets in a name", `{"${"[{".repeat(2000)}":1}`),
];

export function nested(how: string, levels: number): Row[] {
  const inside = levels - 1;
  const objects = '{"a":'.repeat(inside - 1) + "{}" + "}".repeat(inside - 1);
  const mixed = Array.from({ length: inside }, (_, at) => at % 2 === 0);
  const open = mixed.map((isList) => (isList ? "[" : '{"a":')).join("");
  const close = mixed.map((isList) => (isList ? "]" : "}")).toReversed();
  return [
    further(`lists nested ${how}`, lists(inside)),
    further(`objects nested ${how}`, objects),
    further(`lists and objects nested ${how}`, `${open}0${close.join("")}`),
  ];
}

/** JSON beyond the limit of levels, after closing brackets in a text. */
export function tooDeepAfterTexts(levels: number): Row[] {
  const text = `${"]}".repeat(100)}",${lists(levels - 1)}]`;
  return [
    further("beyond the limit after brackets in a text", `["${text}`),
    further("beyond the limit after an escaped quotation mark", `["\\"${text}`),
  ];
}

function lists(levels: number): string {
  return "[".repeat(levels) + "]".repeat(levels);
}

function inField(name: string, why: string, value: string): Row {
  return [name, why, body(`{open},"undocumented":${value}}`)];
}

export function further(name: string, value: string): Row {
  return inField(name, `${name}, in an undocumented field`, value);
}
