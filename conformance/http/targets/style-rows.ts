import type { Unlike } from "../http-case.ts";
import type { Row } from "../make-case.ts";
import type { RawForm } from "../raw-form.ts";

/** Spellings of a parameter by what is expected of them. */
export interface StyleRows {
  readonly same?: readonly Row[];
  readonly sameOrRefused?: readonly Row[];
  readonly unlike?: readonly [Unlike, readonly Row[]];
  readonly documented?: readonly Row[];
}

/** A query whose own pairs of some names are replaced by a text. */
export function inPlaceOf(names: readonly string[], query: string): RawForm {
  return { parameters: names.map((name) => ({ in: "query", name })), query };
}

/** Each byte as an escape (RFC 3986, section 2.1). */
export function escaped(text: string): string {
  return Buffer.from(text).toString("hex").replace(/../g, "%$&");
}

/** The text of a value in a query. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
