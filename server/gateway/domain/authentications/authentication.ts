import type { Currency } from "../payments/payment-methods.ts";
import type { NetworkBrand } from "../cards/card.ts";
import type { TransitionTable } from "../states/transitions.ts";

export type AuthenticationStatus =
  | "PENDING"
  | "CARD_ENROLLED"
  | "CARD_NOT_ENROLLED"
  | "ENROLLMENT_CHECK_FAILED"
  | "VERIFIED"
  | "FAILED";
export type AuthenticationEvent = "enroll" | "verify" | "fail";

/** The transitions of a 3DS authentication (choice "threeds-transitions"). */
export const authenticationTransitions: TransitionTable<AuthenticationStatus, AuthenticationEvent> =
  {
    PENDING: { enroll: "CARD_ENROLLED", verify: "VERIFIED", fail: "FAILED" },
    CARD_ENROLLED: { verify: "VERIFIED", fail: "FAILED" },
    CARD_NOT_ENROLLED: {},
    ENROLLMENT_CHECK_FAILED: {},
    VERIFIED: {},
    FAILED: {},
  };

/** Electronic commerce indicator: the network's decision (documented interface, "3DS authentication record"). */
export type Eci = "00" | "01" | "02" | "05" | "06" | "07";

/** The result of an authentication: the holder was challenged with success, was not challenged, or failed. */
export type EciGround = "confirmed" | "waived" | "failed";

/** The eci of a network for a result (choice "threeds-transitions"). */
export function eciOf(brand: NetworkBrand, ground: EciGround): Eci {
  return (brand === "MASTERCARD" ? mastercardEcis : ecis)[ground];
}

const ecis: { readonly [Ground in EciGround]: Eci } = {
  confirmed: "05",
  waived: "06",
  failed: "07",
};

const mastercardEcis: { readonly [Ground in EciGround]: Eci } = {
  confirmed: "02",
  waived: "01",
  failed: "00",
};

/** The public data of the authenticated card. */
export interface AuthenticatedCard {
  readonly number: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly type: "CREDIT" | "DEBIT" | "PREPAID" | "UNKNOWN";
  readonly brand: NetworkBrand;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** A 3DS authentication of a card. */
export interface Authentication {
  readonly id: string;
  readonly partnerCode: string;
  readonly subAccount?: string | undefined;
  readonly merchantRefId: string;
  readonly status: AuthenticationStatus;
  readonly amount: number;
  readonly currency: Currency;
  readonly tokenId?: string | undefined;
  readonly card: AuthenticatedCard;
  readonly eci?: Eci | undefined;
  readonly threeDsVersion?: string | undefined;
  /** The URL for the cardholder after the challenge. */
  readonly returnUrl?: string | undefined;
  readonly createdAt: number;
}

/** Whether the cardholder must still be redirected to the 3DS page. */
export function needsCardholder(status: AuthenticationStatus): boolean {
  return status === "CARD_ENROLLED" || status === "PENDING";
}

/** Whether the authentication can no longer change. */
export function isFinalAuthentication(status: AuthenticationStatus): boolean {
  return !needsCardholder(status);
}
