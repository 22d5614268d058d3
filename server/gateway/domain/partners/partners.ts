import { bankNames, paymentMethods } from "../payments/payment-methods.ts";
import type { Gateway } from "../dependencies.ts";
import { requireFound, StateForbidsError } from "../errors.ts";
import type { PartnerStore } from "../store.ts";
import { type CustomerFees, type Partner, secretsAt } from "./partner.ts";

/** The grants of a new partner; default: those of the demo partner. */
export interface PartnerRequest {
  readonly ownerType: boolean;
  readonly paymentMethods?: readonly string[] | undefined;
  readonly bankCodes?: readonly string[] | undefined;
  readonly subAccounts?: readonly string[] | undefined;
  readonly customerFees?: CustomerFees | undefined;
}

/** The partner that a fresh sandbox starts with. */
export const DEMO_PARTNER_CODE = "DEMO";

// One method and one bank are left out, so that the demo partner can get codes 140 and 141.
const demoMethods = paymentMethods.filter((method) => method !== "MM");
const demoBanks = [...bankNames.keys()].filter((bank) => bank !== "BANK05");

/**
 * Registers a partner. The secret is returned only here.
 *
 * @param secret default: a new one
 */
export async function createPartner(
  gateway: Gateway,
  code: string,
  request: PartnerRequest,
  secret: string = gateway.tokens.make(),
): Promise<{ partner: Partner; secret: string }> {
  const partner: Partner = {
    code,
    ownerType: request.ownerType,
    paymentMethods: new Set(request.paymentMethods ?? demoMethods),
    bankCodes: new Set(request.bankCodes ?? demoBanks),
    customerFees: ofKnownMethods(request.customerFees),
  };
  await gateway.store.atomically(({ partners }) =>
    partners.add(partner, secret, [...new Set(request.subAccounts)]),
  );
  return { partner, secret };
}

/** Registers the demo partner unless it exists. */
export async function seedDemoPartner(gateway: Gateway): Promise<void> {
  await gateway.store.atomically(async (store) => {
    if ((await store.partners.find(DEMO_PARTNER_CODE)) !== undefined) return;
    await createPartner({ ...gateway, store }, DEMO_PARTNER_CODE, { ownerType: false });
  });
}

/** A partner and its sub accounts. */
export interface PartnerRecord {
  readonly partner: Partner;
  readonly subAccounts: readonly string[];
}

/**
 * Reads a partner and its sub accounts.
 *
 * @throws NotFoundError
 */
export async function readPartnerRecord(
  { store }: Pick<Gateway, "store">,
  code: string,
): Promise<PartnerRecord> {
  return store.atomically(async ({ partners }) => {
    const { partner } = requireFound(await partners.find(code), "partner");
    return recordOf(partners, partner);
  });
}

/**
 * Changes a partner's grants. Omitted fields keep their values.
 *
 * @throws NotFoundError
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

/**
 * Makes a new secret for a partner. The secret is returned only here.
 *
 * @param overlap when the old secret ends, and the current time, in milliseconds since 1970 by the machine's clock; the
 *   old secret ends at once if `until` is absent
 * @throws NotFoundError, or StateForbidsError if a third secret would be valid
 */
export async function rotateSecret(
  { store, tokens }: Pick<Gateway, "store" | "tokens">,
  code: string,
  { until, now }: { readonly until?: number | undefined; readonly now: number },
): Promise<string> {
  const secret = tokens.make();
  await store.inTurn(code, async ({ partners }) => {
    const found = requireFound(await partners.find(code), "partner");
    if (until !== undefined && secretsAt(found, now).length > 1)
      throw new StateForbidsError(
        "The previous secret is still valid, and no more than two secrets can be. Wait until it ends, or end both at once.",
      );
    await partners.replaceSecret(code, secret, until);
  });
  return secret;
}

/**
 * Disables a partner, or enables it again.
 *
 * @throws NotFoundError
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

/** Keeps the fees of known methods. The contract allows undocumented fields, which are no fees. */
function ofKnownMethods(fees: CustomerFees = {}): CustomerFees {
  return Object.fromEntries(
    paymentMethods.flatMap((method) => {
      const fee = fees[method];
      return fee === undefined ? [] : [[method, fee]];
    }),
  );
}
