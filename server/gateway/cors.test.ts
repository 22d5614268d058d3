import { describe, expect, test } from "vitest";
import type { Settings } from "./settings.ts";
import { inProduction } from "./testing/open-gateway.ts";
import { serve } from "./testing/serve.ts";

const pay = "/api/v2/orders/payment";

/** Asks as a browser does for a page of another origin. */
async function ask(settings: Partial<Settings>, method: string, path: string) {
  const { url } = await serve(settings);
  const headers = { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" };
  const answer = await fetch(url + path, { method, headers });
  return { status: answer.status, headers: answer.headers };
}

describe("pages of any origin may use a sandbox", () => {
  test.each([pay, "/sandbox/clock/advance"])("preflight of %s", async (path) => {
    const { status, headers } = await ask({}, "OPTIONS", path);
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("*");
    const names = headers.get("access-control-allow-headers")?.split(", ");
    expect(names).toEqual(expect.arrayContaining(["x-sandbox-scenario", "X-SERVICE-AUTH"]));
  });

  test.each([pay, "/sandbox/nothing", "/nothing"])("a refusal of %s", async (path) => {
    const { headers } = await ask({}, "POST", path);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });
});

test("and of none a gateway in production", async () => {
  const { status, headers } = await ask(inProduction, "OPTIONS", pay);
  expect([status, headers.get("access-control-allow-origin")]).toEqual([405, null]);
});
