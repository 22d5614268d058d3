import { openBrowser } from "./docs/pictures/chromium.ts";
const base = "http://127.0.0.1:4410";
const session = (await (
  await fetch(`${base}/console/session`, { method: "POST", headers: { Origin: base } })
).json()) as any;
const ref = () => ({
  order: { id: "o-" + crypto.randomUUID().slice(0, 8), info: "Two cinema tickets" },
  notificationConfig: {
    notifyUrl: `${base}/console/inbox`,
    redirectUrl: "https://shop.example/back",
  },
});
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
const browser = await openBrowser();
for (const lang of ["vi", "en"]) {
  const d = await post(
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
    { "X-Language": lang, Language: lang },
  );
  const page = await browser.newPage({ viewport: { width: 375, height: 667 } });
  await page.goto(d.authentication.verificationUrl);
  for (let i = 0; i < 2; i++) {
    console.log(
      lang,
      await page.evaluate(
        "[scrollY, ...[...document.querySelectorAll('[name=otp], button')].map(b => Math.round(b.getBoundingClientRect().bottom))].join()",
      ),
    );
    await page.locator("[name=otp]").fill("000000");
    await page.keyboard.press("Enter");
    await page.waitForTimeout(500);
  }
}
await browser.close();
