/** One violation of a request: the documented name of the field, and what is allowed there. */
export interface FieldViolation {
  readonly field: string;
  readonly reason: string;
}

/** The resources that a request can name. */
export type Resource =
  | "authentication"
  | "authorization"
  | "delivery"
  | "partner"
  | "request"
  | "token"
  | "transaction";

/** The credential is missing or invalid. The message is sent to the caller. */
export class NotAuthenticated extends Error {
  readonly code = "not-authenticated";
}

/** A value matches the schema but is not accepted. */
export class InvalidInput extends Error {
  readonly code = "invalid-input";
  readonly violations: readonly FieldViolation[];

  constructor(violations: readonly FieldViolation[]) {
    super(violations.map(({ field, reason }) => `${field} ${reason}`).join("; "));
    this.violations = violations;
  }
}

/** The sub account of a request does not belong to the partner, or is missing where it is required. */
export class SubAccountRefused extends Error {
  readonly code = "sub-account-refused";
}

/** The partner was not granted this payment method. */
export class MethodNotPermitted extends Error {
  readonly code = "method-not-permitted";
}

/** The partner was not granted this bank. */
export class BankNotPermitted extends Error {
  readonly code = "bank-not-permitted";
}

/** The partner has already used this order code. */
export class DuplicateOrder extends Error {
  readonly code = "duplicate-order";
}

/** The resource does not exist for this partner and sub account. */
export class NotFound extends Error {
  readonly code = "not-found";

  constructor(resource: Resource) {
    super(`There is no such ${resource}.`);
  }
}

/** @throws NotFound when nothing was found */
export function requireFound<Found>(found: Found | undefined, resource: Resource): Found {
  if (found === undefined) throw new NotFound(resource);
  return found;
}

/** The state of the resource does not allow the request. */
export class StateForbids extends Error {
  readonly code = "state-forbids";
}

/** Every error that the domain throws on purpose, discriminated by `code`. */
export type DomainError = InstanceType<(typeof domainErrors)[number]>;

/** Whether an error is one of the domain, and not a defect of the program. */
export function isDomainError(error: unknown): error is DomainError {
  return domainErrors.some((DomainError) => error instanceof DomainError);
}

const domainErrors = [
  NotAuthenticated,
  InvalidInput,
  SubAccountRefused,
  MethodNotPermitted,
  BankNotPermitted,
  DuplicateOrder,
  NotFound,
  StateForbids,
];
