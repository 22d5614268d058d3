import type {
  Authentication,
  AuthenticationStatus,
  Eci,
} from "./authentication.ts";
import { cardFace } from "./card.ts";
import { CURRENCY } from "./code-tables.ts";
import { InvalidInput, NotFound } from "./errors.ts";
import type { Gateway } from "./gateway.ts";
import type { Asker } from "./partner.ts";
import { unknownBrand } from "./tokens.ts";

/** What is known when a 3DS authentication begins. The amount is whole VND. */
export interface AuthenticationRequest {
  readonly merchantRefId: string;
  readonly amount: number;
  readonly status: AuthenticationStatus;
  readonly card: {
    readonly number: string;
    readonly expirationMonth: string;
    readonly expirationYear: string;
  };
  readonly eci?: Eci | undefined;
  readonly threeDsVersion?: string | undefined;
  readonly tokenId?: string | undefined;
}

/**
 * Records a 3DS authentication in the state that the sandbox asks for.
 *
 * @throws InvalidInput when no network issues such a card
 */
export async function startAuthentication(
  gateway: Gateway,
  asker: Asker,
  request: AuthenticationRequest,
): Promise<Authentication> {
  const { number, brand } = cardFace(request.card.number);
  if (brand === undefined)
    throw new InvalidInput([unknownBrand("card.number")]);
  const authentication: Authentication = {
    ...request,
    ...asker,
    id: gateway.ids.next(),
    currency: CURRENCY,
    card: { ...request.card, number, brand, type: "CREDIT", country: "VN" },
    createdAt: gateway.clock.now(),
  };
  await gateway.store.authentications.add(authentication);
  return authentication;
}

/**
 * The 3DS authentication that a cardholder came back from.
 *
 * @throws NotFound
 */
export async function lookupAuthentication(
  gateway: Gateway,
  asker: Asker,
  id: string,
): Promise<Authentication> {
  const found = await gateway.store.authentications.find(asker, id);
  if (found === undefined) throw new NotFound("authentication");
  return found;
}
