import type { ByStatus } from "./http/statuses.ts";

/** One thing wrong with a message: where, what is allowed there, and the error code it answers if it is not the general one. */
export interface Fault {
  /** JSON pointer from the message's root, for example `/body/content/pages`. */
  readonly pointer: string;
  readonly reason: string;
  readonly code?: number;
  /** Path of the broken rule in the contract's schemas; `messages.json` tells where its TypeSpec is. */
  readonly rule?: string;
  /** Set in the last of a list that was cut: how many more it stands for. Its pointer is empty. */
  readonly omitted?: number;
}

/** A validation function compiled ahead of time. `errors` holds the faults of the last call that answered false. */
export interface Validate {
  (message: unknown): boolean;
  errors?: readonly ValidationError[] | null;
}

/** What the compiled validator reports for one broken keyword of the schema. */
export interface ValidationError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Validators of one operation: of `{ path, query, headers, body }`, and by status of `{ headers, body }`. */
export interface OperationValidators {
  readonly request: Validate;
  readonly responses: ByStatus<Validate>;
}
