import jsqr from "jsqr";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { directBody, hostedBody } from "../../testing/order-bodies.ts";
import { full } from "../../testing/long-test.ts";
import { barriersOf } from "./browser.ts";
import { serve, shareSandbox, shop, type Made } from "./served.ts";

const languages = ["vi", "en"] as const;
const says = {
  vi: {
    pay: /^Thanh toán [\d.]+\s₫$/,
    paid: "Thanh toán thành công.",
    over: "Đã hết thời gian thanh toán.",
    confirm: "Xác nhận",
    verified: "Xác thực thành công.",
  },
  en: {
    pay: /^Pay ₫[\d,]+$/,
    paid: "The payment succeeded.",
    over: "The payment has expired.",
    confirm: "Confirm",
    verified: "The bank has verified you.",
  },
};

/** Makes an order and opens its page. */
async function openOrder(
  { post, open }: Awaited<ReturnType<typeof shareSandbox>>,
  transaction: Readonly<Record<string, string>>,
  { language = "en", ...options }: Parameters<typeof open>[1] & { language?: string } = {},
): Promise<Made & { page: Page }> {
  const { status, body } = await post(
    "/api/v2/orders/payment",
    hostedBody(`o-${crypto.randomUUID().slice(0, 8)}`, { transaction }),
    { "X-Language": language },
  );
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...body, page: await open(body.payment.url, options) };
}

/** A bank transfer, which shows a QR code. */
const transfer = { paymentMethod: "VA", bankCode: "BANK01" };

async function fillCard(page: Page, number: string): Promise<void> {
  await page.locator("[name=cardNumber]").fill(number);
  await page.locator("[name=cardExpiry]").fill("12/30");
  const code = page.locator("[name=cardCode]");
  if ((await code.count()) > 0) await code.fill("123");
}

/** The outcome of a payment. Test cards name theirs beside the form. */
const paid = (page: Page, text: string) => page.getByRole("status").getByText(text);

/** Payment methods, and whether scripts run. */
const ways = [
  ["CC", true],
  ["CC", false],
  ["ATM", true],
  ["VA", true],
  ["EWALLET", false],
] as const;

/** An ordinary run tries each in one language. */
const tried = {
  vi: ways.filter((_, index) => full || index % 2 === 0),
  en: ways.filter((_, index) => full || index % 2 === 1),
};

describe.each(languages)("in %s", (language) => {
  const t = says[language];

  test.each(tried[language])(
    "an order is paid by %s (scripts: %s)",
    async (paymentMethod, javaScriptEnabled) => {
      const options = { language, javaScriptEnabled };
      const { page } = await openOrder(await shareSandbox(), { paymentMethod }, options);
      await page.locator("[data-left]").waitFor();
      const isJudged = javaScriptEnabled && (full || paymentMethod === "CC");
      if (isJudged) expect(await barriersOf(page)).toEqual([]);
      if (paymentMethod === "CC" || paymentMethod === "ATM")
        await fillCard(page, paymentMethod === "CC" ? "4111111111111111" : "9704000000000018");
      else await page.locator("select").selectOption({ index: 1 });
      await page.getByRole("button", { name: t.pay }).click();
      await paid(page, t.paid).waitFor();
      if (isJudged) expect(await barriersOf(page)).toEqual([]);
    },
  );

  test.runIf(full || language === "en")(
    "a direct payment is confirmed by a one-time password, and a challenge is confirmed",
    async () => {
      const served = await shareSandbox();
      const headers = { "X-Language": language, Language: language };
      const body = directBody(`direct-${language}`);
      const direct = await served.post("/api/v2/orders/create-payment", body, headers);
      const viewport = { width: 375, height: 667 };
      const page = await served.open(direct.body.authentication.verificationUrl, { viewport });
      const otp = await page.locator(".tester b").textContent();
      await page.locator("[name=otp]").fill("000000");
      await page.keyboard.press("Enter");
      await page.locator("[name=otp][aria-invalid]:focus").waitFor();
      expect(await barriersOf(page)).toEqual([]);
      // The whole form is in view, also below the violation.
      expect(
        await page.evaluate("document.querySelector('form').getBoundingClientRect().bottom"),
      ).toBeLessThan(667);
      await page.locator("[name=otp]").fill(otp ?? "");
      await page.getByRole("button", { name: t.confirm }).click();
      await paid(page, t.paid).waitFor();
      const card = { number: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
      const started = await served.post("/sandbox/authentications", {
        merchantRefId: `r-${language}`,
        amount: 1000,
        card,
      });
      await page.goto(started.body.deviceDataCollectionUrl.replace(/lang=\w+/, `lang=${language}`));
      expect(await barriersOf(page)).toEqual([]);
      await page.getByRole("button", { name: t.confirm }).click();
      await page.getByText(t.verified).waitFor();
      expect(await barriersOf(page)).toEqual([]);
    },
  );
});

test("a customer who clicks twice, in two tabs, and goes back and reloads is charged once", async () => {
  const served = await serve();
  const { page, payment, transaction } = await openOrder(served, transfer);
  const tab = await page.context().newPage();
  await tab.goto(payment.url);
  await page.getByRole("button", { name: "Pay ₫" }).dblclick();
  await paid(page, says.en.paid).waitFor();
  await tab.getByRole("button", { name: "Pay ₫" }).click();
  await paid(tab, says.en.paid).waitFor();
  await page.goto(payment.url);
  await page.goBack();
  await page.reload();
  await paid(page, says.en.paid).waitFor();
  const history = await served.gateway.store.history.of("transaction", [transaction.transactionId]);
  expect(history.map(({ event }) => event)).toEqual(["make", "start", "succeed"]);
});

test.each([true, false])(
  "a wrong card is marked, and only the browser keeps what was typed (scripts: %s)",
  async (javaScriptEnabled) => {
    const saved = { paymentMethod: "CC", action: "PAY_WITH_RETURN_TOKEN" };
    const { page } = await openOrder(await shareSandbox(), saved, { javaScriptEnabled });
    const number = page.locator("[name=cardNumber]");
    const expiry = page.locator("[name=cardExpiry]");
    await number.pressSequentially("4539148803436467");
    await expiry.pressSequentially("1230");
    await page.locator("[name=cardCode]").fill("123");
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await page.keyboard.press("Enter");
    const text = await (await answered).text().catch(() => "");
    expect(text).not.toMatch(/4539 ?1488/);
    await page.getByText("This card number cannot be used.").waitFor();
    expect(await number.getAttribute("aria-invalid")).toBe("true");
    await page.locator("[name=cardNumber]:focus").waitFor();
    const kept = javaScriptEnabled ? ["4539 1488 0343 6467", "12/30"] : ["", ""];
    expect([await number.inputValue(), await expiry.inputValue()]).toEqual(kept);
    if (!javaScriptEnabled) return;
    await page.getByText("Visa", { exact: true }).waitFor();
    await number.fill("378282246310005");
    expect(await number.inputValue()).toBe("3782 822463 10005");
    expect(await barriersOf(page)).toEqual([]);
    await page.getByRole("button", { name: /^4111 1111 1111 1111/ }).press("Enter");
    expect(await number.inputValue()).toBe("4111 1111 1111 1111");
    await page.keyboard.press("Enter");
    await paid(page, says.en.paid).waitFor();
  },
);

test("on a phone the total and the button stay in view, and the keyboard changes the language and pays", async () => {
  const viewport = { width: 375, height: 667 };
  const { page } = await openOrder(await shareSandbox(), { paymentMethod: "CC" }, { viewport });
  const button = page.getByRole("button", { name: says.en.pay });
  for (const position of [0, 10_000]) {
    await page.evaluate(`scrollTo(0, ${position})`);
    const box = await button.boundingBox();
    expect(box && box.y >= 0 && box.y + box.height <= 667).toBe(true);
  }
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: says.vi.pay }).waitFor();
  // The test cards come after the field and the buttons of the form, as they are shown.
  const reached: string[] = [];
  while (reached.length < 7) {
    await page.keyboard.press("Tab");
    const { name, value, text } = (await page.evaluate(
      "(({ name, value, textContent: text }) => ({ name, value, text }))(document.activeElement)",
    )) as Readonly<Record<string, string>>;
    reached.push(value || name || text || "");
  }
  expect(reached.map((text) => text.trim().split(/\s/)[0])).toEqual([
    "EN",
    "cardNumber",
    "cardExpiry",
    "cardCode",
    "pay",
    "cancel",
    "4111",
  ]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await paid(page, says.vi.paid).waitFor();
});

test.each([
  [1280, "light"],
  [375, "dark"],
] as const)("the QR code of a page of %s pixels in %s is read", async (width, colorScheme) => {
  const options = { viewport: { width, height: 800 }, colorScheme };
  const { page } = await openOrder(await shareSandbox(), transfer, options);
  const { data, info } = await sharp(await page.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const code = jsqr.default(new Uint8ClampedArray(data), info.width, info.height);
  expect(code?.data).toMatch(/^000201.*SANDBOX/);
});

test("a finished page redirects to the shop unless the customer presses a key", async () => {
  const { page } = await openOrder(await shareSandbox(), { paymentMethod: "ATM" });
  await page.clock.install();
  await fillCard(page, "9704000000000018");
  await page.getByRole("button", { name: "Pay ₫" }).click();
  await paid(page, says.en.paid).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.keyboard.press("Tab");
  await page.clock.fastForward(6000);
  expect(asked).toEqual([]);
  await page.reload();
  await page.clock.fastForward(6000);
  await expect.poll(() => asked).toContain(`${shop}/back`);
});

test("the page and the QR code show that the time to pay is over", async () => {
  const served = await serve();
  const { page, payment } = await openOrder(served, transfer);
  const before = await page.locator("[data-left]").textContent();
  expect(before).toMatch(/^1[45]:\d\d$/);
  await page
    .getByText(/^SANDBOX$/)
    .first()
    .waitFor();
  await expect.poll(() => page.locator("[data-left]").textContent()).not.toBe(before);
  await served.post("/sandbox/clock/advance", { seconds: 901 });
  await page.getByRole("button", { name: "Pay ₫" }).click();
  await page.getByText(says.en.over).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.goto(payment.url.replace("?", "/qr?"));
  await page.getByText("This QR code has expired").waitFor();
});
