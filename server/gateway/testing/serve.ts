import type { Logger } from "pino";
import { onTestFinished } from "vitest";
import { createPartner } from "../domain/partners/partners.ts";
import { systemClock } from "../system-effects.ts";
import { issueJwt } from "../security/jwt.ts";
import type { Settings } from "../settings.ts";
import { startGateway } from "../start.ts";
import { testSettings } from "./open-gateway.ts";

/** Serves a gateway for one test, with the partner P1 and calls as that partner. A text is sent as it is, anything else as JSON. */
export async function serve(settings: Partial<Settings> = {}, log?: Logger) {
  const { url, gateway, links, close } = await startGateway(await testSettings(settings), log);
  onTestFinished(close);
  const { partner, secret } = await createPartner(gateway, "P1", { ownerType: false });
  const jwt = await issueJwt("P1", secret, systemClock.now());
  const call = (method: string, path: string, body?: unknown, headers: object = {}) =>
    fetch(url + path, {
      method,
      headers: { "X-SERVICE-AUTH": jwt, "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return { url, gateway, links, partner, jwt, call };
}
