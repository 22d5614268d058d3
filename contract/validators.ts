import type { ByStatus } from "./http/statuses.ts";

/** One thing that is wrong with a message. */
export interface Violation {
  /** JSON pointer from the message's root, for example `/body/content/pages`. */
  readonly pointer: string;
  readonly reason: string;
  readonly code?: number;
  /** Path of the broken rule in the contract's schemas. `messages.json` has its TypeSpec position. */
  readonly rule?: string;
  /** Set in the last violation of a list that was cut: the number of violations that are not listed. Its pointer is empty. */
  readonly omitted?: number;
}

/** A validation function compiled ahead of time. `errors` are those of the last call that returned false. */
export interface Validate {
  (message: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** A compiled validator's report about one broken keyword. */
export interface ValidationError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Validators of one operation: the request is `{ path, query, headers, body }`, a response `{ headers, body }`. */
export interface OperationValidators {
  readonly request: Validate;
  readonly responses: ByStatus<Validate>;
}
