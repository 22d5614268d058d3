import { expect } from "vitest";
import { callGateway, textIn } from "./call-gateway.ts";
import type { DisposableGateway } from "./disposable-gateway.ts";

/** Expects that the gateway's clock shows the real time. */
export async function expectRealTime({ url, token }: DisposableGateway): Promise<void> {
  const earliest = Date.now();
  const { body } = await callGateway(url.origin, token)("GET", "/sandbox/clock");
  const now = Date.parse(textIn(body, "now"));
  expect(now).toBeGreaterThanOrEqual(earliest);
  expect(now).toBeLessThanOrEqual(Date.now());
}
