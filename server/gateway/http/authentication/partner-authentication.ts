import type { HookInput } from "@contract-toolkit/skeleton";
import { systemClock } from "../../platform/system-effects.ts";
import type { Context } from "../context.ts";
import { secretsAt } from "../../domain/partners/partner.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import { verifyJwt } from "./jwt.ts";
import { assignRequest, currentRequestId } from "../../platform/concurrency/current-work.ts";
import { scenarioOf } from "../sandbox/forced-outcome.ts";
import { isStorable } from "../../domain/storable-text.ts";

/** The documented header with the JWT. */
const CREDENTIAL_HEADER = "X-SERVICE-AUTH";

/** Authenticates partners by their JWT (choice "jwt"). */
export function createAuthentication({
  gateway,
  links,
  sandbox,
}: Pick<Context, "gateway" | "links" | "sandbox">): (arrival: HookInput) => Promise<Context> {
  return async ({ headers, credentials, request }) => {
    // Partners make their JWTs with the real time, which may differ from the sandbox's clock.
    const now = systemClock.now();
    const partner = await verifyJwt(
      credentials[CREDENTIAL_HEADER],
      async (issuer) => {
        if (!isStorable(issuer) || (!sandbox && issuer === DEMO_PARTNER_CODE)) return undefined;
        const found = await gateway.store.partners.find(issuer);
        if (found === undefined || found.isDisabled) return undefined;
        return { owner: found.partner, secrets: secretsAt(found, now) };
      },
      now,
    );
    assignRequest(`partner ${partner.code}`, request.method === "GET");
    return {
      gateway,
      partner,
      links,
      sandbox,
      requestId: currentRequestId(),
      scenario: sandbox ? scenarioOf(headers) : {},
    };
  };
}
