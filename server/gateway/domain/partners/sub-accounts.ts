import { SubAccountRefusedError } from "../errors.ts";
import type { Gateway } from "../dependencies.ts";
import type { Caller, PaymentTerms } from "./partner.ts";

/**
 * Checks that the sub account of a payment belongs to the partner, and that an owner-type partner names one (choice
 * "sub-account").
 *
 * @throws SubAccountRefusedError
 */
export function requirePayingAccount(
  { partner, ownsSubAccount }: PaymentTerms,
  subAccount: string | undefined,
): void {
  if (subAccount === undefined && partner.ownerType)
    throw new SubAccountRefusedError(
      "This partner pays for sub accounts only; name one in X-Account-Ref-ID.",
    );
  if (subAccount !== undefined && !ownsSubAccount) throw new SubAccountRefusedError(FOREIGN);
}

/**
 * Checks that the sub account of a request, if it names one, belongs to the partner (choice "sub-account").
 *
 * @throws SubAccountRefusedError
 */
export async function requireSubAccount(
  gateway: Gateway,
  { partnerCode, subAccount }: Caller,
): Promise<void> {
  if (subAccount === undefined) return;
  if (!(await gateway.store.partners.hasSubAccount(partnerCode, subAccount)))
    throw new SubAccountRefusedError(FOREIGN);
}

const FOREIGN = "X-Account-Ref-ID is not a sub account of this partner.";
