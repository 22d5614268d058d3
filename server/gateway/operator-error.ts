/** What the operator of the gateway can mend. */
export type OperatorErrorCode =
  | "cannot-listen"
  | "database-damaged"
  | "database-gone"
  | "database-locked"
  | "database-unreachable"
  | "database-unusable"
  | "disk-full"
  | "file-not-trusted"
  | "file-unusable"
  | "invalid-settings"
  | "key-unusable"
  | "no-gateway"
  | "other-build"
  | "wrong-mode";

/**
 * An error that the operator can mend. Its message says what is wrong, where, and what to do. It quotes no request and no
 * secret, so it is printed without a stack and logged in full.
 */
export class OperatorError extends Error {
  readonly code: OperatorErrorCode;

  constructor(code: OperatorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The error for a disk without space. */
export function diskFull(path: string, cause: unknown): OperatorError {
  return new OperatorError(
    "disk-full",
    `The disk of ${path} is full. Free some space on it; a running gateway then continues without a restart.`,
    { cause },
  );
}
