/** One thing wrong with what a partner sent: the documented name of the field, and what is allowed there. */
export interface FieldFault {
  readonly field: string;
  readonly reason: string;
}

/** What a partner can ask for that has to be found first. */
export type Resource =
  | "authentication"
  | "authorization"
  | "delivery"
  | "partner"
  | "request"
  | "token"
  | "transaction";

/** The credential is missing or refused; the message may be told to the caller. */
export class NotAuthenticated extends Error {
  readonly code = "not-authenticated";
}

/** A value that has the right shape but cannot be used here. */
export class InvalidInput extends Error {
  readonly code = "invalid-input";
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[]) {
    super(faults.map(({ field, reason }) => `${field} ${reason}`).join("; "));
    this.faults = faults;
  }
}

/** The sub account named in a request is not one of the partner's, or is missing where it must be named. */
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

/** Nothing of this kind exists for the partner and sub account that ask. */
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

/** What is asked for is not possible in the state that the resource is in. */
export class StateForbids extends Error {
  readonly code = "state-forbids";
}

/** Every error the domain throws on purpose; `code` tells them apart. */
export type DomainError = InstanceType<(typeof domainErrors)[number]>;

/** Tells the domain's own errors from faults of the program. */
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
