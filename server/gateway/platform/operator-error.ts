import { isObject } from "@contract-toolkit/contract";

/** What the operator of the gateway can mend. */
export type OperatorErrorCode =
  | "cannot-listen"
  | "database-busy"
  | "database-damaged"
  | "database-gone"
  | "database-locked"
  | "database-read-only"
  | "database-unreachable"
  | "database-unsuitable"
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

/** Reports all faults of the settings, one per line. */
export class SettingsError extends OperatorError {
  constructor(faults: readonly string[]) {
    super("invalid-settings", ["The gateway cannot start:", ...faults].join("\n  "));
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

/** The error for a database that does not exist, or whose server does not respond. */
export function databaseUnreachable(cause: unknown): OperatorError {
  // Node.js tries all addresses of a name.
  const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
  const reason = first instanceof Error ? first.message : String(first);
  const message = `The database cannot be reached: ${reason}. Check DATABASE_URL.`;
  return new OperatorError("database-unreachable", message, { cause });
}

/**
 * Names settings in a message as the user has given them, for example `--port` in place of `PORT`.
 *
 * @param names by the name of the environment variable
 */
export function nameSettings(message: string, names: Readonly<Record<string, string>>): string {
  return message.replace(/[A-Z_]+/g, (name) => names[name] ?? name);
}

/** The code of an error of Node.js, or "". Test runners have several classes `Error`, so the class says nothing. */
export function systemCode(error: unknown): string {
  return isObject(error) && typeof error["code"] === "string" ? error["code"] : "";
}

/** Whether an error says that the database did nothing, and may do it in some seconds. */
export function mayPass(error: unknown): boolean {
  return error instanceof OperatorError && passing.has(error.code);
}

const passing: ReadonlySet<OperatorErrorCode> = new Set([
  "database-busy",
  "database-locked",
  "database-read-only",
  "database-unreachable",
  "disk-full",
]);
