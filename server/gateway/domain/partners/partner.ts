import { BankNotPermitted, MethodNotPermitted, NotFound, type Resource } from "../errors.ts";

/** Whoever is let in by a JWT: a merchant, and what it was granted. */
export interface Partner {
  readonly code: string;
  /** It only ever pays for its sub accounts, so each payment has to name one. */
  readonly ownerType: boolean;
  readonly paymentMethods: ReadonlySet<string>;
  readonly bankCodes: ReadonlySet<string>;
  readonly customerFees: CustomerFees;
}

/** By payment method, what the customer of a payment pays on top, in whole VND; nothing where none is named (choice "fee"). */
export type CustomerFees = Readonly<Record<string, number>>;

/** A partner as it is registered. */
export interface RegisteredPartner {
  readonly partner: Partner;
  readonly secret: string;
  /** The secret that `secret` replaces; it may be over. */
  readonly previousSecret?: PreviousSecret | undefined;
  /** Nobody gets in by its JWTs, and nobody pays its orders. */
  readonly isDisabled: boolean;
}

/** A secret that has been replaced. */
export interface PreviousSecret {
  readonly secret: string;
  /** When it ends, milliseconds since 1970 by the machine's clock: partners make their JWTs by real time. */
  readonly until: number;
}

/**
 * The secrets that are good, the one that ends first before the one that stays.
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

/** What holds for a payment of a partner, all of it read at one moment. */
export interface PaymentTerms {
  readonly partner: Partner;
  /** Whether the sub account that the payment names is the partner's. */
  readonly ownsSubAccount: boolean;
}

/** Who asks: resources of another partner, of another sub account, or of none where one is named, do not exist for them. */
export interface Caller {
  readonly partnerCode: string;
  readonly subAccount?: string | undefined;
}

/** HMAC-SHA256 wants a key no shorter than its digest (RFC 7518, 3.2). */
export const SHORTEST_SECRET_BYTES = 32;

/** What a partner needs for a payment. */
export interface PaymentMeans {
  readonly paymentMethod: string;
  /** Absent when the customer is to pick one. */
  readonly bankCode?: string | undefined;
}

/**
 * Demands that the partner was granted the payment method, then the bank: where the customer is to pick one, any at
 * all. Codes that are in no table were granted to nobody, the empty one among them.
 *
 * @throws MethodNotPermitted or BankNotPermitted
 */
export function requirePermission(partner: Partner, means: PaymentMeans): void {
  if (!partner.paymentMethods.has(means.paymentMethod))
    throw new MethodNotPermitted("The partner may not use this payment method.");
  const { bankCode } = means;
  const granted =
    bankCode === undefined ? partner.bankCodes.size > 0 : partner.bankCodes.has(bankCode);
  if (!granted) throw new BankNotPermitted("The partner may not use this bank.");
}

/** Whether a resource exists for whoever asks (choice "sub-account"). */
export function belongsTo(caller: Caller, resource: Caller): boolean {
  return resource.partnerCode === caller.partnerCode && resource.subAccount === caller.subAccount;
}

/** @throws NotFound when nothing was found that exists for the caller */
export function requireOwn<Owned extends Caller>(
  caller: Caller,
  found: Owned | undefined,
  resource: Resource,
): Owned {
  if (found === undefined || !belongsTo(caller, found)) throw new NotFound(resource);
  return found;
}
