import { expect, test } from "vitest";
import { inProduction } from "../testing/open-gateway.ts";
import { serve } from "../testing/serve.ts";

const pay = "/api/v2/orders/payment";

/** Sends a request as a browser does for a page of another origin. */
function ask(url: string, method: string, path: string) {
  const headers = { Origin: "https://shop.example", "Access-Control-Request-Method": "POST" };
  return fetch(url + path, { method, headers });
}

test("a sandbox allows requests of any origin", async () => {
  const { url } = await serve();
  for (const path of [pay, "/sandbox/clock/advance"]) {
    const { status, headers } = await ask(url, "OPTIONS", path);
    expect([status, headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    const names = headers.get("access-control-allow-headers")?.split(", ");
    expect(names).toEqual(expect.arrayContaining(["x-sandbox-scenario", "X-SERVICE-AUTH"]));
  }
  for (const path of [pay, "/sandbox/nothing", "/nothing"]) {
    const { headers } = await ask(url, "POST", path);
    expect(headers.get("access-control-allow-origin"), path).toBe("*");
  }
});

test("a gateway in production allows no other origin", async () => {
  const { url } = await serve(inProduction);
  const { status, headers } = await ask(url, "OPTIONS", pay);
  expect([status, headers.get("access-control-allow-origin")]).toEqual([405, null]);
});
