/**
 * Where the messages of a contract have date-times and 64-bit integers: the file `conversions.js`. It has only what contains one. Its
 * declaration says the same as a type, so values and types are converted alike.
 */
export interface Conversions {
  readonly components: Readonly<Record<string, Conversion>>;
  readonly operations: Readonly<Record<string, OperationConversions>>;
}

export interface OperationConversions {
  /** The parts of a request: path, query, headers, cookies and body. */
  readonly request?: Conversion;
  /** Bodies of responses, by status or range of statuses. */
  readonly responses?: Readonly<Record<string, Conversion>>;
  /** An item of a list (`@list`). */
  readonly item?: Conversion;
}

/**
 * What is converted in a value: the value itself, or its parts. A value of a union is converted by `all` of the variants. `maybe` marks
 * variants of which one has a text or number where another has a date or integer: there, the value decides.
 */
export type Conversion =
  | ConvertedFormat
  | { readonly component: string }
  | { readonly items: Conversion }
  | { readonly fields: Readonly<Record<string, Conversion>>; readonly others?: Conversion }
  | { readonly all: readonly Conversion[] }
  | { readonly maybe: Conversion };

/** A date-time as text, in Unix seconds or as a date of HTTP, and an integer as number or text. */
export type ConvertedFormat = "date-time" | "unixtime" | "http-date" | "int64" | "int64-text";
