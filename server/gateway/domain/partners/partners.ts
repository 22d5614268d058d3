import { bankCodes, paymentMethods } from "../payments/payment-methods.ts";
import type { Gateway } from "../dependencies.ts";
import { requireFound, StateForbids } from "../errors.ts";
import type { PartnerStore } from "../store.ts";
import { type CustomerFees, type Partner, secretsAt } from "./partner.ts";

/** What a new partner is granted; left out: what the demo partner has. */
export interface PartnerRequest {
  readonly ownerType: boolean;
  readonly paymentMethods?: readonly string[] | undefined;
  readonly bankCodes?: readonly string[] | undefined;
  readonly subAccounts?: readonly string[] | undefined;
  readonly customerFees?: CustomerFees | undefined;
}

/** The partner that a fresh sandbox starts with. */
export const DEMO_PARTNER_CODE = "DEMO";

// One of each is left out, so that codes 140 and 141 can be seen.
const demoMethods = paymentMethods.filter((method) => method !== "MM");
const demoBanks = bankCodes.filter((bank) => bank !== "BANK05");

/** Registers a partner and makes its secret, which is returned here and never again. */
export async function createPartner(
  gateway: Gateway,
  code: string,
  request: PartnerRequest,
): Promise<{ partner: Partner; secret: string }> {
  const partner: Partner = {
    code,
    ownerType: request.ownerType,
    paymentMethods: new Set(request.paymentMethods ?? demoMethods),
    bankCodes: new Set(request.bankCodes ?? demoBanks),
    customerFees: ofKnownMethods(request.customerFees),
  };
  const secret = gateway.tokens.make();
  await gateway.store.atomically(({ partners }) =>
    partners.add(partner, secret, [...new Set(request.subAccounts)]),
  );
  return { partner, secret };
}

/** Registers the demo partner unless it is there already. */
export async function seedDemoPartner(gateway: Gateway): Promise<void> {
  await gateway.store.atomically(async (store) => {
    if ((await store.partners.find(DEMO_PARTNER_CODE)) !== undefined) return;
    await createPartner({ ...gateway, store }, DEMO_PARTNER_CODE, { ownerType: false });
  });
}

/** A partner and the sub accounts it has. */
export interface PartnerRecord {
  readonly partner: Partner;
  readonly subAccounts: readonly string[];
}

/**
 * What a partner may do and whom it acts for.
 *
 * @throws NotFound
 */
export async function readPartner(
  { store }: Pick<Gateway, "store">,
  code: string,
): Promise<PartnerRecord> {
  return store.atomically(async ({ partners }) => {
    const { partner } = requireFound(await partners.find(code), "partner");
    return recordOf(partners, partner);
  });
}

/**
 * Changes what a partner is granted; what is left out stays as it is.
 *
 * @throws NotFound
 */
export async function changePartner(
  { store }: Pick<Gateway, "store">,
  code: string,
  { subAccounts, ...changes }: Partial<PartnerRequest>,
): Promise<PartnerRecord> {
  return store.inTurn(code, async ({ partners }) => {
    const { partner: before } = requireFound(await partners.find(code), "partner");
    const partner: Partner = {
      code,
      ownerType: changes.ownerType ?? before.ownerType,
      paymentMethods: new Set(changes.paymentMethods ?? before.paymentMethods),
      bankCodes: new Set(changes.bankCodes ?? before.bankCodes),
      customerFees: changes.customerFees
        ? ofKnownMethods(changes.customerFees)
        : before.customerFees,
    };
    await partners.change(partner, subAccounts && [...new Set(subAccounts)]);
    return recordOf(partners, partner);
  });
}

/** How long the secret before stays good. */
export interface Overlap {
  /** Both in milliseconds since 1970, by the machine's clock; absent: it ends at once. */
  readonly until?: number | undefined;
  readonly now: number;
}

/**
 * Makes a new secret for a partner, which is returned here and never again.
 *
 * @throws NotFound, or StateForbids when a third secret would have to be good
 */
export async function rotateSecret(
  { store, tokens }: Pick<Gateway, "store" | "tokens">,
  code: string,
  { until, now }: Overlap,
): Promise<string> {
  const secret = tokens.make();
  await store.inTurn(code, async ({ partners }) => {
    const found = requireFound(await partners.find(code), "partner");
    if (until !== undefined && secretsAt(found, now).length > 1)
      throw new StateForbids(
        "The secret before the present one is still good, and no more than two can be; wait until it ends, or end both at once.",
      );
    await partners.replaceSecret(code, secret, until);
  });
  return secret;
}

/**
 * Disables a partner, or enables it again.
 *
 * @throws NotFound
 */
export async function setDisabled(
  { store, clock }: Pick<Gateway, "store" | "clock">,
  code: string,
  disabled: boolean,
): Promise<void> {
  await store.inTurn(code, async ({ partners }) => {
    requireFound(await partners.find(code), "partner");
    await partners.setDisabled(code, disabled ? clock.now() : undefined);
  });
}

async function recordOf(partners: PartnerStore, partner: Partner): Promise<PartnerRecord> {
  return { partner, subAccounts: await partners.subAccounts(partner.code) };
}

/** The contract lets a request hold fields that it does not document; they are no fees. */
function ofKnownMethods(fees: CustomerFees = {}): CustomerFees {
  return Object.fromEntries(
    paymentMethods.flatMap((method) => {
      const fee = fees[method];
      return fee === undefined ? [] : [[method, fee]];
    }),
  );
}
