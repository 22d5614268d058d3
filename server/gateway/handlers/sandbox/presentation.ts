import type { components } from "../../../../generated/sandbox/types.ts";
import type { Authorization } from "../../domain/authorization.ts";
import { utcTime } from "../../domain/time.ts";

/** An authorization as the sandbox answers it. */
export function authorizationRecord(
  authorization: Authorization,
): components["schemas"]["Authorization"] {
  return {
    authorizationId: authorization.id,
    merchantRefId: authorization.merchantRefId,
    amount: authorization.amount,
    currency: authorization.currency,
    status: authorization.status,
    authorizedAt: utcTime(authorization.authorizedAt),
  };
}
