import {
  type Authentication,
  type AuthenticationEvent,
  type AuthenticationStatus,
  type Eci,
  eciOf,
  isFinalAuthentication,
} from "./authentication.ts";
import { maskCard, isNetwork, type NetworkBrand } from "../cards/card.ts";
import { byPartner, type Cause, changeState, recordCreated } from "../states/changes.ts";
import { CURRENCY } from "../payments/payment-methods.ts";
import { InvalidInputError } from "../errors.ts";
import { atomically, type Gateway } from "../dependencies.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { notifyAuthentication } from "../outbox/outbox.ts";
import { type Caller, requireOwn } from "../partners/partner.ts";
import { requireSubAccount } from "../partners/sub-accounts.ts";
import { cardNotAccepted } from "../cards/saved-cards.ts";

/** A request to begin a 3DS authentication. The amount is whole VND. */
export interface AuthenticationRequest extends Pick<
  Authentication,
  "merchantRefId" | "amount" | "eci" | "threeDsVersion" | "tokenId" | "returnUrl"
> {
  /** Default: the state that the card's issuer decides. */
  readonly status?: AuthenticationStatus | undefined;
  readonly card: Pick<Authentication["card"], "number" | "expirationMonth" | "expirationYear">;
}

/**
 * Starts a 3DS authentication, in the requested state or in the one that the card's issuer decides.
 *
 * @throws InvalidInputError if the bank does not accept the card, or the card does not support 3DS
 * @throws SubAccountRefusedError
 */
export async function startAuthentication(
  gateway: Gateway,
  caller: Caller,
  request: AuthenticationRequest,
): Promise<Authentication> {
  const cardNumber = request.card.number;
  const { number, brand } = maskCard(cardNumber);
  const taken = await gateway.bank.register({ type: "card", cardNumber });
  if (taken === undefined) throw new InvalidInputError([cardNotAccepted("card.number")]);
  if (!isNetwork(brand))
    throw new InvalidInputError([
      { field: "card.number", reason: "must be of a network that takes part in 3-D Secure" },
    ]);
  await requireSubAccount(gateway, caller);
  const { status = await beginning(gateway, cardNumber, brand), ...rest } = request;
  const authentication: Authentication = {
    ...rest,
    ...(typeof status === "string" ? { status } : status),
    ...caller,
    id: gateway.ids.next(),
    currency: CURRENCY,
    card: { ...request.card, number, brand, type: "CREDIT", country: "VN" },
    createdAt: gateway.clock.now(),
  };
  await atomically(gateway, async (inside) => {
    await inside.store.authentications.add(authentication);
    await recordCreated(inside, lifecycles.authentication, authentication, {
      ...byPartner(caller, "started"),
      at: authentication.createdAt,
    });
    if (isFinalAuthentication(authentication.status))
      await notifyAuthentication(inside, authentication);
  });
  return authentication;
}

/**
 * Applies an event to an authentication, inside the caller's database transaction. A final state adds a notification to
 * the outbox.
 *
 * @throws StateForbidsError
 */
export async function moveAuthentication(
  gateway: Gateway,
  authentication: Authentication,
  event: AuthenticationEvent,
  eci: Eci | undefined,
): Promise<Authentication> {
  const status = await changeState(
    gateway,
    lifecycles.authentication,
    authentication,
    { event, cause: causes[event], at: gateway.clock.now() },
    (move) => gateway.store.authentications.move(authentication.id, move, eci),
  );
  const moved = { ...authentication, status, eci };
  if (isFinalAuthentication(status)) await notifyAuthentication(gateway, moved);
  return moved;
}

const causes: { readonly [Event in AuthenticationEvent]: Cause } = {
  enroll: { who: "bank", why: "the card takes part" },
  verify: { who: "customer", why: "the challenge was met" },
  fail: { who: "customer", why: "the challenge was not met" },
};

/**
 * Looks up a partner's 3DS authentication.
 *
 * @throws NotFoundError
 */
export async function findOwnAuthentication(
  gateway: Gateway,
  caller: Caller,
  id: string,
): Promise<Authentication> {
  return requireOwn(caller, await gateway.store.authentications.get(id), "authentication");
}

/** The version of EMV 3-D Secure of the simulated issuers. */
const THREE_DS_VERSION = "2.1.0";

type Beginning = Pick<Authentication, "status" | "eci" | "threeDsVersion">;

async function beginning(
  { bank }: Gateway,
  cardNumber: string,
  brand: NetworkBrand,
): Promise<Beginning> {
  const threeDsVersion = THREE_DS_VERSION;
  switch (await bank.enrol(cardNumber)) {
    case "challenge":
      return { status: "CARD_ENROLLED", threeDsVersion };
    case "frictionless":
      return {
        status: "VERIFIED",
        eci: eciOf(brand, "waived"),
        threeDsVersion,
      };
    case "not-enrolled":
      return { status: "CARD_NOT_ENROLLED", eci: eciOf(brand, "waived") };
    case "check-failed":
      return { status: "ENROLLMENT_CHECK_FAILED" };
    case "failed":
      return { status: "FAILED", eci: eciOf(brand, "failed"), threeDsVersion };
  }
}
