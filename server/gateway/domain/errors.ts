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

/** An error that the domain throws on purpose, and no defect of the program. `code` says which. */
export abstract class DomainError extends Error {
  abstract readonly code: DomainErrorCode;
}

export type DomainErrorCode =
  | "not-authenticated"
  | "invalid-input"
  | "sub-account-refused"
  | "method-not-permitted"
  | "bank-not-permitted"
  | "duplicate-order"
  | "not-found"
  | "state-forbids";

/** The credential is missing or invalid. The message is sent to the caller. */
export class NotAuthenticatedError extends DomainError {
  readonly code = "not-authenticated";
}

/** A value matches the schema but is not accepted. */
export class InvalidInputError extends DomainError {
  readonly code = "invalid-input";
  readonly violations: readonly FieldViolation[];

  constructor(violations: readonly FieldViolation[]) {
    super(violations.map(({ field, reason }) => `${field} ${reason}`).join("; "));
    this.violations = violations;
  }
}

/** The sub account of a request does not belong to the partner, or is missing where it is required. */
export class SubAccountRefusedError extends DomainError {
  readonly code = "sub-account-refused";
}

/** The partner was not granted this payment method. */
export class MethodNotPermittedError extends DomainError {
  readonly code = "method-not-permitted";
}

/** The partner was not granted this bank. */
export class BankNotPermittedError extends DomainError {
  readonly code = "bank-not-permitted";
}

/** The partner has already used this order code. */
export class DuplicateOrderError extends DomainError {
  readonly code = "duplicate-order";
}

/** The resource does not exist for this partner and sub account. */
export class NotFoundError extends DomainError {
  readonly code = "not-found";

  constructor(resource: Resource) {
    super(`There is no such ${resource}.`);
  }
}

/** @throws NotFoundError when nothing was found */
export function requireFound<Found>(found: Found | undefined, resource: Resource): Found {
  if (found === undefined) throw new NotFoundError(resource);
  return found;
}

/** The state of the resource does not allow the request. */
export class StateForbidsError extends DomainError {
  readonly code = "state-forbids";
}
