import { resolve } from "node:path";
import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { laterTest } from "../../testing/long-test.ts";
import { openReferenceServer } from "../../../../scripts/cli/docs/serve.ts";
import { barriersOf, openPage } from "./browser.ts";
import { shareSandbox } from "./served.ts";

async function open(hash = "", options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  return (await shareSandbox()).open(`/docs/${hash}`, options);
}

/** Opens the form of a page's first operation. Returns the button that sends the request. */
async function openForm(page: Page) {
  await page
    .getByRole("button", { name: /Test Request/ })
    .first()
    .click();
  return page.getByRole("button", { name: /^Send/ }).first();
}

laterTest("an operation shows its choices, its TypeSpec line and the typed client", async () => {
  const page = await open("#payOrder");
  await page.waitForURL("**/docs/#gateway/tag/payments/payOrder");
  const operation = page.locator("section", { hasText: "Make a payment link" }).last();
  await operation.getByText("Origin").first().click();
  await operation
    .getByText(/^spec\/gateway\/hosted-payments\/operations\.tsp:\d+$/)
    .first()
    .waitFor();
  await operation.getByText('"payment-gateway-client"').waitFor();
  await operation.getByText("X-Sandbox-Scenario").first().waitFor();
  await operation.getByRole("link", { name: "duplicate-order" }).first().click();
  await page.waitForURL("**/docs/#gateway/description/duplicate-order");
  const links = await page
    .locator("a")
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  const tags = links.flatMap((link) => /^#gateway\/tag\/([^/]+)$/.exec(link)?.[1] ?? []);
  expect(tags).toEqual([
    "transactions",
    "payments",
    "card-authentication",
    "reversals",
    "tokens",
    "callbacks",
  ]);
});

laterTest(
  "no part of Scalar leads to other hosts, and the search finds choices and operations",
  async () => {
    const page = await open();
    await page.getByRole("heading", { name: "Payment gateway" }).waitFor();
    await page.getByRole("link", { name: "Console" }).waitFor();
    await page.getByRole("cell", { name: "4111111111111111" }).waitFor();
    const shown = await page.locator("body").innerText();
    for (const part of foreignParts) expect(shown).not.toContain(part);
    for (const [words, found] of [
      ["make payment link", "Make a payment link"],
      ["auto-reversal", "auto-reversal"],
    ] as const) {
      await page
        .getByRole("button", { name: /search/i })
        .first()
        .click();
      await page.getByRole("dialog").getByRole("combobox").fill(words);
      await page.getByRole("option", { name: found }).first().waitFor();
      await page.keyboard.press("Escape");
    }
  },
);

const foreignParts = [
  "Ask AI",
  "MCP",
  "SDK",
  "Developer Tools",
  "Share",
  "Deploy",
  "Powered by Scalar",
];

laterTest.each(["once", "and once more"])(
  "a sample is sent with the demo credential, %s",
  async () => {
    const page = await open("#payOrder");
    await (await openForm(page)).click();
    await page.getByText("200 OK").first().waitFor();
  },
);

laterTest("contract docs shows a contract with its mock", async () => {
  const folder = resolve(import.meta.dirname, "../../../../generated/gateway");
  const server = await openReferenceServer([folder], undefined, { host: "127.0.0.1", port: 0 });
  onTestFinished(server.close);
  const page = await openPage(server.url.origin);
  await page.goto(`${server.url.href}#listTransactions`);
  await (await openForm(page)).click();
  await page.getByText("401 Unauthorized").first().waitFor();
});

laterTest("axe finds nothing in the reference", async () => {
  const page = await open("#payOrder");
  await page.getByText('"payment-gateway-client"').first().waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await (await openForm(page)).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});

laterTest("without a script it links to the documents", async () => {
  const page = await open("", { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Payment gateway", exact: true }).click();
  await page.waitForURL("**/docs/gateway.json");
});
