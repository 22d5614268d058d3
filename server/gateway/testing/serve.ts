import type { Logger } from "pino";
import { onTestFinished } from "vitest";
import { createPartner } from "../domain/partners/partners.ts";
import { systemClock } from "../platform/system-effects.ts";
import { issueJwt } from "../http/authentication/jwt.ts";
import type { Settings } from "../process/settings.ts";
import { startGateway } from "../process/start.ts";
import { testSettings } from "./open-gateway.ts";

/**
 * Starts a gateway for one test, with the partner P1. `call` sends requests as that partner: texts unchanged and other bodies as JSON.
 *
 * @param given further arguments of `startGateway`
 */
export async function serve(
  changes: Partial<Settings> = {},
  ...given: [log?: Logger, limits?: Parameters<typeof startGateway>[2]]
) {
  const settings = await testSettings(changes);
  const { url, gateway, links, close: stop } = await startGateway(settings, ...given);
  let stopped: Promise<void> | undefined;
  const close = () => (stopped ??= stop());
  onTestFinished(close);
  const { partner, secret } = await createPartner(gateway, "P1", { ownerType: false });
  const jwt = await issueJwt("P1", secret, systemClock.now());
  const call = (method: string, path: string, body?: unknown, headers: object = {}) =>
    fetch(url + path, {
      method,
      headers: { "X-SERVICE-AUTH": jwt, "Content-Type": "application/json", ...headers },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return { settings, url, gateway, links, partner, jwt, call, close };
}
