import { contract } from "../../../generated/gateway/index.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { barriersOf, openPage } from "./browser.ts";
import { shareSandbox } from "./served.ts";

async function open(path: string, options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const { url } = await shareSandbox();
  const page = await openPage(url, options);
  await page.goto(`${url}/docs/${path}`);
  return page;
}

test("the search finds operations, fields, codes and choices of all contracts", async () => {
  const page = await open("");
  await page.keyboard.press("/");
  for (const [words, title] of [
    ["make payment link", "Make a payment link"],
    ["advance clock", "clock"],
    ["140", "140"],
    ["auto-reversal", "auto-reversal"],
    ["payOrder extraData", "partnerReference.order.extraData"],
  ] as const) {
    await page.getByRole("searchbox").fill(words);
    await page.locator(".results a", { hasText: title }).first().waitFor();
  }
  await page.locator(".results a", { hasText: "partnerReference.order.extraData" }).first().click();
  await page.waitForURL("**/gateway.html#payOrder.body.partnerReference.order.extraData");
  expect(await page.locator(":target").textContent()).toContain(
    "spec/gateway/common/partner-reference.tsp:",
  );
});

test("a sample is sent with the entered credential, and an edited one is refused", async () => {
  const { url, jwt } = await shareSandbox();
  const page = await open("gateway.html#payOrder");
  await page.getByLabel("X-SERVICE-AUTH").fill(jwt);
  const sample = page.locator(String.raw`#payOrder\.sample\.pay-at-chosen-bank`);
  await sample.locator("summary").click();
  await expect
    .poll(() => sample.getByLabel("Request", { exact: true }).textContent())
    .toContain(`curl -X POST '${url}/api/v2/orders/payment'`);
  await sample.getByRole("button", { name: "Client" }).click();
  expect(await sample.getByLabel("Request", { exact: true }).textContent()).toContain(
    "client.payOrder({",
  );
  await sample.getByRole("button", { name: "Try it" }).click();
  await sample.getByRole("button", { name: "Send" }).click();
  await sample.getByRole("status").filter({ hasText: /^200 / }).waitFor();
  const body = sample.getByLabel("Body");
  await body.fill((await body.inputValue()).replace(/"amount": \d+/, `"amount": -1`));
  expect(await sample.getByLabel("Request", { exact: true }).textContent()).toContain(
    `"amount": -1`,
  );
  await sample.getByRole("button", { name: "Send" }).click();
  await sample.getByRole("status").filter({ hasText: /^400 / }).waitFor();
  expect(await sample.getByLabel("Answer").textContent()).toContain("transaction.amount");
  const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
  expect(kept).toEqual([0, 1]);
});

test.each(["", "gateway.html", ...(full ? ["sandbox.html", "merchant.html"] : [])])(
  "axe finds nothing on /docs/%s",
  async (path) => {
    const page = await open(path);
    const operation = page.locator("section:has(details.sample)").last();
    if ((await operation.count()) > 0) {
      await operation.locator("details.sample summary").first().click();
      const form = operation.getByRole("button", { name: "Try it" }).first();
      if (await form.isVisible()) await form.click();
      await operation.evaluate((kept) => {
        // The other sections are similar, and axe takes a minute for all.
        for (const section of document.querySelectorAll("section"))
          if (section !== kept && section.id !== "error-codes") section.remove();
      });
    }
    expect(await barriersOf(page)).toEqual([]);
  },
);

test("without a script the page can be read", async () => {
  const path = "gateway.html#payOrder.body.transaction.amount";
  const page = await open(path, { javaScriptEnabled: false });
  expect(await page.locator(":target").textContent()).toContain("at least 1000");
  const { operations } = contract;
  expect(await page.locator("[data-operation]").count()).toBe(Object.keys(operations).length);
});
