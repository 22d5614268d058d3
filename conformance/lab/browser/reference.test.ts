import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type DisposableGateway, startDisposableGateway } from "../testing/disposable-gateway.ts";
import { openBrowser } from "./browser.ts";

let gateway: DisposableGateway;
let browser: Browser;

beforeAll(async () => {
  [gateway, browser] = await Promise.all([startDisposableGateway(), openBrowser()]);
});

afterAll(async () => {
  await browser.close();
  await gateway[Symbol.asyncDispose]();
});

/** A page of the reference. At its end it has called no other host, and broken no policy. */
async function open(path: string): Promise<Page> {
  const context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const hosts = new Set<string>();
  const complaints: string[] = [];
  page.on("request", (request) => hosts.add(new URL(request.url()).origin));
  page.on("console", (line) => {
    if (line.type() === "error" && !/status of 4\d\d/.test(line.text()))
      complaints.push(line.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  onTestFinished(async () => {
    await context.close();
    expect([...hosts]).toEqual([gateway.url.origin]);
    expect(complaints).toEqual([]);
  });
  await page.goto(new URL(`/docs/${path}`, gateway.url).href);
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
    "spec/gateway/orders/partner-reference.tsp:",
  );
});

test("a sample is sent, edited and refused, with the credential that was entered", async () => {
  const page = await open("gateway.html#payOrder");
  await page.getByLabel("X-SERVICE-AUTH").fill(gateway.token);
  const sample = page.locator(String.raw`#payOrder\.sample\.pay-at-chosen-bank`);
  await sample.locator("summary").click();
  await expect
    .poll(() => sample.getByLabel("Request", { exact: true }).textContent())
    .toContain(`curl -X POST '${gateway.url.origin}/api/v2/orders/payment'`);
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

const { source } = createRequire(import.meta.url)("axe-core") as { source: string };

test("axe finds nothing serious, in light and dark colours", { timeout: 180_000 }, async () => {
  const page = await open("gateway.html");
  await page.locator("#deleteToken details.sample summary").first().click();
  await page.getByRole("button", { name: "Try it" }).click();
  await page.evaluate(() => {
    // The others are alike, and axe takes a minute for all.
    for (const section of document.querySelectorAll("section"))
      if (!["deleteToken", "error-codes"].includes(section.id)) section.remove();
  });
  // Playwright evaluates where no policy of the page holds.
  await page.evaluate(source);
  expect(await page.evaluate(findings, {})).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await page.evaluate(findings, { runOnly: ["color-contrast"] })).toEqual([]);
});

async function findings(options: object) {
  const { axe } = globalThis as unknown as { axe: Axe };
  const { violations } = await axe.run(document, options);
  const serious = violations.filter(({ impact }) => /serious|critical/.test(impact));
  return serious.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html).slice(0, 3)]);
}

interface Axe {
  run: (
    context: Document,
    options: object,
  ) => Promise<{
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  }>;
}

test("without a script the page can be read", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(new URL("/docs/gateway.html#payOrder.body.transaction.amount", gateway.url).href);
  expect(await page.locator(":target").textContent()).toContain("at least 1000");
  expect(await page.locator("[data-operation]").count()).toBe(6);
});
