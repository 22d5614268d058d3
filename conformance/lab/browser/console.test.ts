import { expect, onTestFinished, test } from "vitest";
import { startGateway } from "../../../server/gateway/start.ts";
import { testSettings } from "../../../server/gateway/testing/open-gateway.ts";
import { DEMO_PARTNER_CODE } from "../../../server/gateway/domain/partners/partners.ts";
import { issueJwt } from "../../../server/gateway/security/jwt.ts";
import { hostedBody } from "../../../server/gateway/testing/order-bodies.ts";
import { openPage } from "./browser.ts";

async function serve() {
  const { url, gateway, close } = await startGateway(await testSettings());
  onTestFinished(close);
  const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
  const jwt = await issueJwt(DEMO_PARTNER_CODE, demo?.secret ?? "", Date.now());
  const post = (path: string, body: unknown) =>
    fetch(url + path, {
      method: "POST",
      headers: { "X-SERVICE-AUTH": jwt, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  return { url, gateway, post };
}

test("a refused request appears within a second, with its field marked and its TypeSpec line", async () => {
  const { url, post } = await serve();
  const { page, offences } = await openPage(url);
  await page.goto(`${url}/console`);
  await page.getByText("Live.").waitFor();
  const answered = await post(
    "/api/v2/orders/payment",
    hostedBody("o-1", { transaction: { amount: "much" } }),
  );
  expect(answered.status).toBe(400);
  const row = page.getByRole("row").filter({ hasText: "payOrder" });
  await row.waitFor({ timeout: 1000 });
  await row.getByRole("button").click();
  await page
    .getByText(/spec\/gateway\/.+\.tsp:\d+/)
    .first()
    .waitFor();
  expect(await page.locator("mark").textContent()).toContain('"amount": "much"');
  expect(await page.locator(".verdict .position").textContent()).toMatch(
    /^spec\/gateway\/orders\/models\.tsp:\d+$/,
  );
  expect(offences).toEqual([]);
});
