/** What HTTP and OpenAPI leave open about requests, and a service may decide. */
export const openPoints = {
  charset: "a charset other than UTF-8, of a body that is UTF-8",
  "missing-content-type": "a body without Content-Type",
  gzip: "a body that is compressed with gzip",
  bom: "U+FEFF before JSON",
  "duplicate-keys": "a name twice in one object, with the same value",
  "lone-surrogates": "half of a surrogate pair, as an escape in JSON",
  "path-case": "a path in another case",
  "path-slashes": "a slash more in a path",
  "dot-segments": "dot segments in a path",
  "repeated-parameters": "a parameter or a field of a form twice, where it has one value",
  "number-spelling": "a number in another spelling",
  "escaped-path": "a letter of the path as an escape",
  "type-without-body": "a Content-Type beside no body",
  "ambiguous-host": "two Host fields, or one that is no host",
} as const;

/** A point that is open unless the service has decided it. */
export type OpenPoint = keyof typeof openPoints;

/** What keeps a request from its answer. */
export type RequestProblem =
  | "unknown-path"
  | "method"
  | "credential"
  | "size"
  | "media-type"
  | "schema"
  | "bounds"
  // What no schema can know, as samples show it; with a number, that of one error code.
  | "business-rule"
  | `business-rule ${number}`;

/** What a service has decided where HTTP leaves it open. What is not decided may go either way. */
export interface HttpDecisions {
  /** Whether what an open point says is read as if it were written plainly, or refused. */
  readonly openPoints?: Readonly<Partial<Record<OpenPoint, "accepted" | "refused">>>;
  /** Which problem of a request is told: any of the first group before all of the next. */
  readonly precedence?: readonly (readonly RequestProblem[])[];
  /** The error code of each refusal by its status, also of those outside any operation. */
  readonly codes?: Readonly<Record<number, number>>;
  /** The longest body that is read as a whole. */
  readonly bodyLimitBytes?: number;
  /** The longest body of bytes, or form of several parts. */
  readonly uploadLimitBytes?: number;
  /** The deepest that JSON may nest: an object or list in none is one level deep. */
  readonly nestingLevels?: number;
  /** So many faults of a request are listed, as long as their list is short, and no more. */
  readonly mostFaults?: number;
  /** A path without a value for a parameter is an unknown path, for any method and with or without credentials. */
  readonly isEmptySegmentUnknown?: boolean;
  /** A parameter with brackets after its name is told by its documented name. */
  readonly isBracketedNameKnown?: boolean;
  /** Names of parameters that nobody documented, as a client may make them up: which a refusal repeats, and which it leaves out. */
  readonly unknownNames?: { readonly told: readonly string[]; readonly leftOut: readonly string[] };
}
