import { SubAccountRefused } from "../errors.ts";
import type { Gateway } from "../gateway.ts";
import type { Partner } from "./partner.ts";

/**
 * Demands that a named sub account is the partner's, and that an owner-type
 * partner names one when it pays (choice "sub-account").
 *
 * @throws SubAccountRefused
 */
export async function requireSubAccount(
  gateway: Gateway,
  partner: Partner,
  request: { subAccount: string | undefined; paying: boolean },
): Promise<void> {
  const { subAccount, paying } = request;
  if (subAccount === undefined) {
    if (paying && partner.ownerType)
      throw new SubAccountRefused(
        "This partner pays for sub accounts only; name one in X-Account-Ref-ID.",
      );
    return;
  }
  if (!(await gateway.store.partners.hasSubAccount(partner.code, subAccount)))
    throw new SubAccountRefused("X-Account-Ref-ID is not a sub account of this partner.");
}
