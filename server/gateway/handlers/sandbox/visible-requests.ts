import type { RequestSummary } from "../../../skeleton/inspector/index.ts";
import type { Partner } from "../../domain/partners/partner.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";

/** Whether a partner may see a request (choice "inspector"). */
export function isVisibleTo({ code }: Partner, { caller }: RequestSummary): boolean {
  return code === DEMO_PARTNER_CODE || code === caller;
}
