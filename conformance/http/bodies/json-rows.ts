import type { OpenPoint } from "../http-decisions.ts";
import type { Row } from "../make-case.ts";

/** A body that is written so; see `RawBody`. */
export function jsonRow(name: string, why: string, text: string, open?: OpenPoint): Row {
  return [name, why, { body: { text } }, open];
}

/** What is no JSON text, and no form that a parser may take besides (RFC 8259, section 9). */
export const noJson: readonly Row[] = [
  jsonRow("cut off", "JSON without its end", "{open}"),
  jsonRow("two values", "JSON twice", "{body}{body}"),
  jsonRow("text after it", "JSON and something after it", "{body} x"),
  jsonRow("bracket after it", "JSON and a bracket after it", "{body}}"),
  jsonRow("NUL after it", "JSON and a NUL after it", "{body}{hex:00}"),
  jsonRow("no JSON at all", "words", "undocumented"),
];

/** What is no JSON (RFC 8259, sections 2 to 7). */
export const badJson: readonly Row[] = [
  ...noJson,
  jsonRow("comma at the end", "a comma before the end", "{open},}"),
  jsonRow("comment", "JSON with a comment", "/* */{body}"),
  jsonRow("name without quotes", "a name without quotes", "{open},undocumented:1}"),
  jsonRow("single quotes", "a text in single quotes", `{open},"undocumented":'x'}`),
  jsonRow("NaN", "NaN for a number", '{open},"undocumented":NaN}'),
  jsonRow("leading zero", "a number with a zero before it", '{open},"undocumented":01}'),
  jsonRow(
    "no digit before point",
    "a number without a digit before the point",
    '{open},"undocumented":.5}',
  ),
  jsonRow("plus sign", "a number with a plus", '{open},"undocumented":+1}'),
  jsonRow("undefined", "undefined for a value", '{open},"undocumented":undefined}'),
  jsonRow("tab in text", "a tab in a text", '{open},"undocumented":"{hex:09}"}'),
  jsonRow(
    "unknown escape",
    "an escape that there is not",
    String.raw`{open},"undocumented":"\x41"}`,
  ),
];

/** What is no UTF-8 (RFC 3629, section 3). */
export const badUtf8: readonly Row[] = [
  jsonRow("byte ff", "a byte that UTF-8 has not", '{open},"undocumented":"{hex:ff}"}'),
  jsonRow("byte of Latin-1", "a letter in Latin-1", '{open},"undocumented":"{hex:e9}"}'),
  jsonRow(
    "overlong",
    "a character in more bytes than it needs",
    '{open},"undocumented":"{hex:c0af}"}',
  ),
  jsonRow(
    "surrogate",
    "half of a surrogate pair in UTF-8",
    '{open},"undocumented":"{hex:eda080}"}',
  ),
  jsonRow(
    "character cut off",
    "a character without its end",
    '{open},"undocumented":"{hex:e282}"}',
  ),
  jsonRow(
    "beyond Unicode",
    "a character beyond the last",
    '{open},"undocumented":"{hex:f4908080}"}',
  ),
];
