import { once } from "node:events";
import { request } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../skeleton/testing/listen.ts";
import { systemClock } from "./sandbox/clock.ts";
import type { Gateway } from "./domain/dependencies.ts";
import { DEMO_PARTNER_CODE } from "./domain/partners/partners.ts";
import { issueJwt } from "./security/jwt.ts";
import { startGateway } from "./start.ts";
import { testSettings } from "./testing/open-gateway.ts";

test("closing waits for what has begun and takes nothing new", async () => {
  const { url, gateway, close } = await startGateway(await testSettings());
  const body = '{"token":"unknown"}';
  const begun = request(`${url}/api/v2/token/delete`, {
    method: "DELETE",
    headers: {
      "X-SERVICE-AUTH": await demoJwt(gateway),
      "Content-Type": "application/json",
      "Content-Length": body.length,
      Expect: "100-continue",
    },
  });
  begun.flushHeaders();
  const answered = new Promise<number | undefined>((resolve) => {
    begun.once("response", ({ statusCode }) => {
      resolve(statusCode);
    });
  });
  await once(begun, "continue");

  const closed = close();
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  begun.end(body);
  expect(await answered).toBe(404);
  await closed;
});

test("a port in use is told", async () => {
  await using other = await listen(() => undefined);
  const { port } = other;
  await expect(startGateway(await testSettings({ port }))).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
});

async function demoJwt({ store }: Gateway): Promise<string> {
  const demo = await store.partners.find(DEMO_PARTNER_CODE);
  return issueJwt(DEMO_PARTNER_CODE, demo?.secret ?? "", systemClock.now());
}
