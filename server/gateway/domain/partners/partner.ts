import {
  BankNotPermittedError,
  MethodNotPermittedError,
  NotFoundError,
  type Resource,
} from "../errors.ts";

/** A merchant and its grants. */
export interface Partner {
  readonly code: string;
  /** Whether every payment must name a sub account. */
  readonly ownerType: boolean;
  readonly paymentMethods: ReadonlySet<string>;
  readonly bankCodes: ReadonlySet<string>;
  readonly customerFees: CustomerFees;
}

/** The fee of the customer by payment method, in whole VND; 0 for other methods (choice "fee"). */
export type CustomerFees = Readonly<Record<string, number>>;

/** A partner with its secrets. */
export interface RegisteredPartner {
  readonly partner: Partner;
  readonly secret: string;
  /** The secret before `secret`. It may have ended. */
  readonly previousSecret?: PreviousSecret | undefined;
  /** Whether its JWTs are refused and its orders cannot be paid. */
  readonly isDisabled: boolean;
}

/** A secret that has been replaced. */
export interface PreviousSecret {
  readonly secret: string;
  /** When it ends, milliseconds since 1970 by the machine's clock, because partners issue JWTs by real time. */
  readonly until: number;
}

/**
 * The valid secrets: the previous one until it ends, then the current one.
 *
 * @param now milliseconds since 1970 by the machine's clock
 */
export function secretsAt(
  { secret, previousSecret }: Pick<RegisteredPartner, "secret" | "previousSecret">,
  now: number,
): readonly [string, ...string[]] {
  return previousSecret !== undefined && now < previousSecret.until
    ? [previousSecret.secret, secret]
    : [secret];
}

/** The partner and sub account of a payment, read in one statement. */
export interface PaymentTerms {
  readonly partner: Partner;
  /** Whether the payment's sub account belongs to the partner. */
  readonly ownsSubAccount: boolean;
}

/** The partner and sub account of a request. Resources of any other partner or sub account do not exist for it. */
export interface Caller {
  readonly partnerCode: string;
  readonly subAccount?: string | undefined;
}

/** The key of HMAC-SHA256 must be at least as long as its digest (RFC 7518, 3.2). */
export const SHORTEST_SECRET_BYTES = 32;

/** The payment method and bank of a payment. */
export interface PaymentMeans {
  readonly paymentMethod: string;
  /** Absent if the customer chooses the bank. */
  readonly bankCode?: string | undefined;
}

/**
 * Checks that the partner was granted the payment method, then the bank. If the customer chooses the bank, the partner
 * must have at least one.
 *
 * @throws MethodNotPermittedError or BankNotPermittedError
 */
export function requirePermission(partner: Partner, means: PaymentMeans): void {
  if (!partner.paymentMethods.has(means.paymentMethod))
    throw new MethodNotPermittedError("The partner may not use this payment method.");
  const { bankCode } = means;
  const granted =
    bankCode === undefined ? partner.bankCodes.size > 0 : partner.bankCodes.has(bankCode);
  if (!granted) throw new BankNotPermittedError("The partner may not use this bank.");
}

/** Whether a resource exists for the caller (choice "sub-account"). */
export function belongsTo(caller: Caller, resource: Caller): boolean {
  return resource.partnerCode === caller.partnerCode && resource.subAccount === caller.subAccount;
}

/** @throws NotFoundError if nothing was found, or it does not exist for the caller */
export function requireOwn<Owned extends Caller>(
  caller: Caller,
  found: Owned | undefined,
  resource: Resource,
): Owned {
  if (found === undefined || !belongsTo(caller, found)) throw new NotFoundError(resource);
  return found;
}
