import { readFileSync } from "node:fs";
import { openBrowser } from "./docs/pictures/chromium.ts";
const base = "http://127.0.0.1:4410";
const axe = readFileSync("node_modules/axe-core/axe.min.js", "utf8");
const session = (await (
  await fetch(`${base}/console/session`, { method: "POST", headers: { Origin: base } })
).json()) as any;
const post = async (path: string, body: unknown, headers: object = {}) =>
  (
    await fetch(base + path, {
      method: "POST",
      headers: {
        "X-SERVICE-AUTH": session.jwt,
        "Content-Type": "application/json",
        ...headers,
      } as any,
      body: JSON.stringify(body),
    })
  ).json() as any;
const ref = () => ({
  order: { id: "o-" + crypto.randomUUID().slice(0, 8), info: "Two cinema tickets" },
  notificationConfig: {
    notifyUrl: `${base}/console/inbox`,
    redirectUrl: "https://shop.example/back",
  },
});
const order = (t: object, h = { "X-Language": "en" }) =>
  post(
    "/api/v2/orders/payment",
    {
      transaction: { amount: 150000, currency: "VND", action: "PAY", ...t },
      partnerReference: ref(),
    },
    h,
  );
const direct = (h = { "X-Language": "en", Language: "en" }) =>
  post(
    "/api/v2/orders/create-payment",
    {
      transaction: {
        amount: 150000,
        currency: "VND",
        action: "PAY",
        bankCode: "BANK01",
        paymentMethod: "CC",
      },
      sourceOfFunds: {
        type: "card",
        card: {
          cardNumber: "4111111111111111",
          cardHolderName: "NGUYEN VAN A",
          cardMonth: "12",
          cardYear: "30",
        },
      },
      partnerReference: ref(),
    },
    h,
  );
const auth = (number: string) =>
  post("/sandbox/authentications", {
    merchantRefId: "r-" + crypto.randomUUID().slice(0, 8),
    amount: 150000,
    card: { number, expirationMonth: "12", expirationYear: "30" },
    returnUrl: "https://shop.example/back?x=1",
  });
const en = (u: string) => u.replace(/lang=\w+/, "lang=en");
const pages: [string, string, ((p: any) => Promise<void>)?][] = [];
const d = await direct();
pages.push(["otp", d.authentication.verificationUrl]);
const d2 = await direct();
pages.push([
  "otp-wrong",
  d2.authentication.verificationUrl,
  async (p) => {
    await p.locator("[name=otp]").fill("000000");
    await p.keyboard.press("Enter");
    await p.waitForTimeout(500);
  },
]);
const d3 = await direct();
pages.push([
  "otp-ok",
  d3.authentication.verificationUrl,
  async (p) => {
    const otp = await p.locator(".tester b").textContent();
    await p.locator("[name=otp]").fill(otp);
    await p.keyboard.press("Enter");
    await p.waitForTimeout(800);
  },
]);
const a = await auth("4111111111111111");
pages.push(["3ds", en(a.deviceDataCollectionUrl)]);
const a2 = await auth("4111111111111111");
pages.push([
  "3ds-ok",
  en(a2.deviceDataCollectionUrl),
  async (p) => {
    await p.keyboard.press("Tab");
    await p.keyboard.press("Tab");
    await p.keyboard.press("Enter");
    await p.waitForTimeout(500);
  },
]);
const a3 = await auth("4111111111111111");
pages.push([
  "3ds-failed",
  en(a3.deviceDataCollectionUrl),
  async (p) => {
    await p.getByRole("button", { name: "Refuse" }).click();
    await p.waitForTimeout(500);
  },
]);
pages.push(["qr", (await order({ paymentMethod: "VA", bankCode: "BANK01" })).payment.url]);
pages.push(["cc", (await order({ paymentMethod: "CC" })).payment.url]);
pages.push(["cc-vi", (await order({ paymentMethod: "CC" }, { "X-Language": "vi" })).payment.url]);
pages.push(["wallet", (await order({ paymentMethod: "EWALLET" })).payment.url]);
pages.push([
  "success",
  (await order({ paymentMethod: "CC" })).payment.url,
  async (p) => {
    await p.locator("[data-card='4111111111111111']").click();
    await p.keyboard.press("Enter");
    await p.waitForTimeout(1000);
  },
]);
pages.push([
  "failure",
  (await order({ paymentMethod: "CC" })).payment.url,
  async (p) => {
    await p.locator("[data-card]").nth(1).click();
    await p.keyboard.press("Enter");
    await p.waitForTimeout(1000);
  },
]);
pages.push([
  "cancelled",
  (await order({ paymentMethod: "CC" })).payment.url,
  async (p) => {
    await p.getByRole("button", { name: "Cancel" }).click();
    await p.waitForTimeout(800);
  },
]);
pages.push(["notfound", base + "/pay/nothing?lang=en"]);
const browser = await openBrowser();
const only = process.argv[2];
const visited = new Map<string, string>();
for (const [width, scheme] of [
  [1280, "light"],
  [375, "dark"],
  [1280, "dark"],
  [375, "light"],
] as const) {
  const context = await browser.newContext({
    viewport: { width, height: width === 375 ? 667 : 800 },
    colorScheme: scheme,
  });
  for (const [name, url, act] of pages) {
    if (only && !name.includes(only)) continue;
    const page = await context.newPage();
    await page.route("https://shop.example/**", (r: any) => r.fulfill({ status: 204 }));
    const errors: string[] = [];
    page.on("console", (m: any) => m.type() === "error" && errors.push(m.text()));
    await page.goto(url);
    if (act && width === 1280 && scheme === "light") await act(page);
    await page.evaluate("dispatchEvent(new KeyboardEvent('keydown'))");
    const wide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
    const found = await page.evaluate(
      `${axe}; axe.run({}).then(({violations}) => violations.map(v => v.id + ' ' + v.nodes.map(n => n.html).join(' | ')))`,
    );
    console.log(name, width, scheme, wide ? "WIDE" : "", JSON.stringify(found), errors.join());
    await page.screenshot({
      path: `/tmp/pages-scratch/shots/${name}-${width}-${scheme}.png`,
      fullPage: width === 375,
    });
    await page.close();
  }
  await context.close();
}
await browser.close();
