import type { Request } from "playwright-core";
import { expect, test } from "vitest";
import { laterTest } from "../../testing/long-test.ts";
import { typecheck } from "../../../../conformance/testing/compile.ts";
import { hostedBody } from "../../testing/order-bodies.ts";
import { barriersOf } from "./browser.ts";
import { hostile, serve, shareSandbox } from "./served.ts";

test("an older response that arrives late does not replace a newer one", async () => {
  const { url, post, open } = await serve();
  await post("/api/v2/orders/payment", hostedBody("o-1"));
  const page = await open("/healthz");
  const newer = Promise.withResolvers<undefined>();
  await page.route(/records\?kind=token&limit/, async (route) => {
    await newer.promise;
    await route.continue();
  });
  await page.goto(`${url}/console/records?kind=token`);
  await page.getByLabel("Kind").selectOption("transaction");
  const record = page.getByText("o-1").first();
  await record.waitFor();
  const older = page.waitForEvent("requestfinished", (request) =>
    request.url().includes("kind=token&limit"),
  );
  newer.resolve(undefined);
  await older;
  await page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
  expect(await record.count()).toBe(1);
});

test("a console with a public address asks for a JWT and refuses a wrong one", async () => {
  const { jwt, open } = await serve({ publicUrl: "http://sandbox.example" });
  const page = await open("/console");
  const field = page.getByLabel("JWT");
  await field.fill("no.jwt.at-all");
  await page.getByRole("button", { name: "Open the console" }).click();
  expect(await page.getByRole("alert").textContent()).toContain("401");
  expect(await barriersOf(page)).toEqual([]);
  await field.fill(jwt);
  await page.getByRole("button", { name: "Open the console" }).click();
  await page.getByText("Live", { exact: true }).waitFor();
});

const pages = ["", "console", "console/records", "console/callbacks", "console/sandbox"];

laterTest.each(pages)("/%s works on a phone and by keyboard, in light and dark", async (path) => {
  const { post, open } = await shareSandbox();
  await post("/sandbox/authorizations", { merchantRefId: hostile.slice(0, 40), amount: 1000 });
  const order = { id: crypto.randomUUID(), info: hostile, extraData: hostile };
  expect((await post("/api/v2/orders/payment", hostedBody("", { order }))).status).toBe(200);
  const page = await open(path, { viewport: { width: 360, height: 740 } });
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: /\d\d:\d\d/ }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  expect(await page.content()).not.toMatch(/\u202e|<img/);
  const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  expect(isWide).toBe(false);
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
});

/** A newcomer needs longer than the page does. */
const twoMinutesMs = 120_000;

laterTest(
  "a newcomer who presses the marked button of each step does all five within two minutes",
  async () => {
    const { open } = await serve();
    const begun = performance.now();
    const page = await open("/");
    const press = async (name: string) => {
      await page.locator(".next button.primary:enabled", { hasText: name }).focus();
      await page.keyboard.press("Enter");
    };
    await press("Make an order");
    const address = await page.getByRole("link", { name: "Customer's page" }).getAttribute("href");
    expect((await fetch(address ?? "")).status).toBe(200);
    for (const name of ["Bank approves", "Send a broken order"]) await press(name);
    await page.getByText("Refused, as it should be.").waitFor();
    expect(await page.getByText("Send a broken order: done.").count()).toBe(0);
    await press("Show the line");
    await expect.poll(() => page.locator(".done").count()).toBe(5);
    expect(performance.now() - begun).toBeLessThan(twoMinutesMs);
    await page.getByText("amount: int64;").waitFor();
    const widths = "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])";
    const [needed, shown] = (await page.evaluate(
      `${widths}(document.querySelector("[aria-label^='Rule of'] pre"))`,
    )) as [number, number];
    expect(needed).toBe(shown);
    expect(await barriersOf(page)).toEqual([]);
    for (const [link, content] of [
      ["See the request", ".item >> text=payOrder"],
      ["See its attempts", "text=signature verified"],
      ["See the refused request", ".reason >> text=must be an integer"],
    ] as const) {
      await page.getByRole("link", { name: link }).click();
      await page.locator(content).first().waitFor();
      await page.goBack();
    }
    // One timeline for each payment, from any of its requests and back.
    await page.getByRole("link", { name: "See its timeline" }).click();
    const moments = page.locator(".timeline b");
    await expect
      .poll(() => moments.allTextContents())
      .toEqual([
        "Request: payOrder",
        "Created",
        "The customer opens the page",
        "Request: decideTransaction",
        "Sent to the bank",
        "Paid",
        "Callback queued",
        "Callback, attempt 1: acknowledged",
      ]);
    const [, key = "no key"] = /\.([\w-]+)\?/.exec(address ?? "") ?? [];
    expect(await page.locator(".timeline").textContent()).not.toContain(key);
    await page.getByRole("link", { name: "POST /api/v2/orders/payment" }).click();
    await page.getByRole("link", { name: "Timeline of the payment" }).click();
    await page.getByRole("link", { name: "order.payment" }).first().click();
    await page.getByText("webhook-signature: v1,").first().waitFor();
    await page.getByText("signature verified").waitFor();
    // The code that the page shows compiles.
    const code = await page
      .locator(".code", { hasText: "How to verify it" })
      .locator("pre")
      .innerText();
    const given = "declare const rawBody: Buffer, secret: string, headers: Record<string, string>;";
    expect(typecheck({ "verify.ts": `${code}\n${given}` })).toEqual([]);
  },
);

laterTest(
  "a partner is changed, and faults that wait and the clock are in the header and can be taken back",
  async () => {
    const { open } = await serve();
    const page = await open("/console/sandbox");
    const fees = page.getByLabel("Fees");
    await fees.fill("CC=much");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".toast.bad").waitFor();
    await fees.fill("CC=3300");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Save: done.").waitFor();
    const asked = page.waitForEvent("dialog");
    const pressed = page.getByRole("button", { name: "Forget all records" }).click();
    await (await asked).dismiss();
    await pressed;
    expect(await page.getByText("Forget all records: done.").count()).toBe(0);
    await page.getByRole("button", { name: /\d\d:\d\d/ }).click();
    await page.getByRole("button", { name: "Inject" }).click();
    await page.getByRole("button", { name: "+15 minutes" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "1 fault" }).click();
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Take back" }).click();
    await page.getByRole("button", { name: "Reset to real time" }).click();
    await page.getByText("None waits.").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /Clock \d\d:\d\d:\d\d$/ }).waitFor();
    await page.context().setOffline(true);
    await page.getByText("Offline").waitFor();
  },
);

laterTest(
  "an older record is found, and further ones are read when the list is scrolled",
  async () => {
    const { post, open } = await shareSandbox();
    const amount = { amount: 1000 };
    const before = `first-${crypto.randomUUID().slice(0, 8)}`;
    for (const merchantRefId of [before, ...Array.from({ length: 120 }, () => crypto.randomUUID())])
      await post("/sandbox/authorizations", { merchantRefId, ...amount });
    const page = await open("/console/records?kind=authorization");
    await page.getByText("50 shown").waitFor();
    await page.getByRole("listbox").focus();
    await page.keyboard.press("End");
    await page.getByText("100 shown").waitFor();
    await page.getByLabel("Text").fill(before.toUpperCase());
    await page.getByText(before).waitFor();
  },
);

test("an empty list leads to what fills it, and filters that find nothing are taken back", async () => {
  const { open } = await serve();
  const page = await open("/console/records");
  await page.getByRole("heading", { name: "None yet" }).waitFor();
  expect(await page.getByText("Choose a payment").count()).toBe(0);
  await page.getByLabel("Kind").selectOption("authorization");
  await page.getByRole("heading", { name: "None yet" }).waitFor();
  expect(await page.locator("pre").count()).toBe(0);
  await page.getByRole("link", { name: "Send a request" }).click();
  await page.getByLabel("What").selectOption("Authorization");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByLabel("Text").fill("no such text");
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByText("1 shown").waitFor();
});

test("a filter that is chosen in the frame in which a list appears is not lost", async () => {
  const { url, open } = await shareSandbox();
  const page = await open("/healthz");
  await page.addInitScript(`new MutationObserver((_, observer) => {
    const kind = document.querySelector("select[aria-label=Kind]");
    if (!kind) return;
    observer.disconnect();
    kind.value = "token";
    kind.dispatchEvent(new Event("change"));
  }).observe(document, { childList: true, subtree: true })`);
  const list = page.waitForRequest(/records\?kind=token/);
  await page.goto(`${url}/console/records`);
  await list;
});

test("an unknown page is 404, with a way back", async () => {
  const { url, open } = await shareSandbox();
  const page = await open("/healthz");
  for (const path of ["nothing", "console/nothing"]) {
    expect((await page.goto(`${url}/${path}`))?.status()).toBe(404);
    await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  }
  await page.getByRole("link", { name: "Requests" }).last().click();
  await page.getByText("Live", { exact: true }).waitFor();
});

test("the first view of the console transfers at most 80 kB", async () => {
  const { url, open } = await serve();
  const page = await open("/healthz");
  const requests: Request[] = [];
  page.on("requestfinished", (request) => requests.push(request));
  await page.goto(`${url}/console`);
  await page.getByText("Live", { exact: true }).waitFor();
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const sum = sizes.reduce((all, { responseBodySize }) => all + responseBodySize, 0);
  expect(sum).toBeGreaterThan(10_000);
  expect(sum).toBeLessThan(80_000);
});
