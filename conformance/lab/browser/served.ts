import { onTestFinished } from "vitest";
import { DEMO_PARTNER_CODE } from "../../../server/gateway/domain/partners/partners.ts";
import { issueJwt } from "../../../server/gateway/security/jwt.ts";
import type { Settings } from "../../../server/gateway/settings.ts";
import { startGateway } from "../../../server/gateway/start.ts";
import { testSettings } from "../../../server/gateway/testing/open-gateway.ts";

/** A sandbox of its own, and what calls it as the demo partner. */
export async function serve(settings: Partial<Settings> = {}) {
  const { url, gateway, close } = await startGateway(await testSettings(settings));
  onTestFinished(close);
  const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
  const jwt = demo ? await issueJwt(DEMO_PARTNER_CODE, demo.secret, Date.now()) : "";
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { "X-SERVICE-AUTH": jwt, "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Made };
  };
  return { url, gateway, jwt, post };
}

/** Of answers, what tests go on with. */
export interface Made {
  readonly transaction: { readonly transactionId: string };
  readonly payment: { readonly url: string };
  readonly authentication: { readonly verificationUrl: string };
  readonly deviceDataCollectionUrl: string;
  readonly token: string;
}
