/** What HTTP and OpenAPI leave open about requests. A service may decide it. */
export const openPoints = {
  charset: "another charset than UTF-8 for a body in UTF-8",
  "missing-content-type": "a body without Content-Type",
  gzip: "a body that is compressed with gzip",
  bom: "U+FEFF before JSON",
  "duplicate-keys": "the same name and value twice in one object",
  "lone-surrogates": "half of a surrogate pair, as an escape in JSON",
  "path-case": "a path in another case",
  "path-slashes": "an additional slash in a path",
  "dot-segments": "dot segments in a path",
  "repeated-parameters": "a parameter or form field with one value twice",
  "number-spelling": "a number of JSON in another spelling",
  "parameter-spelling": "a number of a parameter in another spelling",
  "escaped-path": "a letter of the path as an escape",
  "type-without-body": "a Content-Type without a body",
  "ambiguous-host": "two Host fields, or an invalid one",
} as const;

/** A point that is open unless the service has decided it. */
export type OpenPoint = keyof typeof openPoints;

/** The reason why a request is refused. */
export type RequestProblem =
  | "unknown-path"
  | "method"
  | "credential"
  | "size"
  | "media-type"
  | "schema"
  | "bounds"
  // A rule that no schema can express, which samples show; with a number, the rule of one error code.
  | "business-rule"
  | `business-rule ${number}`;

/** The decisions of a service where HTTP leaves points open. For other open points, both results are allowed. */
export interface HttpDecisions {
  /** Whether the service accepts such a request with its usual meaning, or refuses it. */
  readonly openPoints?: Readonly<Partial<Record<OpenPoint, "accepted" | "refused">>>;
  /** Which problem of a request is reported: those of the first group before those of the next. */
  readonly precedence?: readonly (readonly RequestProblem[])[];
  /** The error code of refusals by status, also outside any operation. */
  readonly codes?: Readonly<Record<number, number>>;
  /** The longest body that is not streamed. */
  readonly bodyLimitBytes?: number;
  /** The longest body of bytes or multipart form. */
  readonly uploadLimitBytes?: number;
  /** The deepest nesting of JSON. An object or list of scalars has one level. */
  readonly nestingLevels?: number;
  /** The most violations that a refusal lists. */
  readonly mostViolations?: number;
  /** A path with an empty parameter is an unknown path, for any method, with or without credentials. */
  readonly isEmptySegmentUnknown?: boolean;
  /** A parameter with brackets after its name is reported by its documented name. */
  readonly isBracketedNameKnown?: boolean;
  /** Undocumented parameter names that a refusal repeats (`told`), and that it must not repeat (`leftOut`). */
  readonly unknownNames?: { readonly told: readonly string[]; readonly leftOut: readonly string[] };
}
