import type { components } from "../../../../../generated/sandbox/types.ts";
import type { SandboxClock } from "../../sandbox/clock.ts";
import type { Authorization } from "../../../domain/authorizations/authorization.ts";
import type { Delivery } from "../../../domain/outbox/delivery.ts";
import type { PartnerRecord } from "../../../domain/partners/partners.ts";
import { utcTime } from "../../../domain/time.ts";

type Schemas = components["schemas"];

/** Converts the clock to its response. */
export function clockRecord(clock: SandboxClock): Schemas["Clock"] {
  return { now: utcTime(clock.now()), frozen: clock.frozen };
}

/** Converts a partner to its response. */
export function partnerRecord({ partner, subAccounts }: PartnerRecord): Schemas["Partner"] {
  return {
    partnerCode: partner.code,
    ownerType: partner.ownerType,
    paymentMethods: [...partner.paymentMethods].sort(),
    bankCodes: [...partner.bankCodes].sort(),
    subAccounts: [...subAccounts].sort(),
    customerFees: partner.customerFees,
  };
}

/** Converts an authorization to its response. */
export function authorizationRecord(authorization: Authorization): Schemas["Authorization"] {
  return {
    authorizationId: authorization.id,
    merchantRefId: authorization.merchantRefId,
    amount: authorization.amount,
    currency: authorization.currency,
    status: authorization.status,
    authorizedAt: utcTime(authorization.authorizedAt),
  };
}

/** Converts a delivery and its attempts to its response. */
export function deliveryRecord(delivery: Delivery): Schemas["Delivery"] {
  const { status, reference, attempts } = delivery;
  return {
    deliveryId: delivery.id,
    event: delivery.kind,
    url: delivery.url,
    subjectId: delivery.subjectId,
    ...(reference !== undefined && { reference }),
    status,
    createdAt: utcTime(delivery.createdAt),
    ...(status === "pending" && { dueAt: utcTime(delivery.dueAt) }),
    attempts: attempts.map(({ number, at, outcome, status: httpStatus }) => ({
      number,
      at: utcTime(at),
      outcome,
      ...(httpStatus !== undefined && { status: httpStatus }),
    })),
  };
}
