import { describe, expect, onTestFinished, test } from "vitest";
import { isContainer } from "@contract-toolkit/kernel";
import { systemClock } from "../sandbox/clock.ts";
import { startAuthentication } from "../domain/authentications/authentications.ts";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { issueJwt } from "../security/jwt.ts";
import type { Language } from "../http/links.ts";
import { startGateway } from "../start.ts";
import { testSettings } from "../testing/open-gateway.ts";
import { directBody, hostedBody } from "../testing/order-bodies.ts";
import { goodCard } from "../testing/orders.ts";
import { qrImage } from "./qr-image.ts";

const changes = {
  order: { info: "Two tickets" },
  notificationConfig: { deeplinkUrl: "shop://orders/1" },
};

/** What is asked for, and how many addresses of the customer's pages the answer holds. */
interface Asked {
  readonly path: string;
  readonly header: "X-Language" | "Language";
  readonly body: unknown;
  readonly addresses: number;
}

const order = (paymentMethod: string, addresses: number): Asked => ({
  path: "/api/v2/orders/payment",
  header: "X-Language",
  body: hostedBody("o-1", { ...changes, transaction: { paymentMethod, bankCode: "BANK01" } }),
  addresses,
});

const asked: readonly (readonly [string, Asked])[] = [
  ["an order to be paid by card", order("CC", 1)],
  ["an order to be paid by code", order("VA", 2)],
  ["an order to be paid in an app", order("EWALLET", 3)],
  [
    "a direct payment",
    {
      path: "/api/v2/orders/create-payment",
      header: "X-Language",
      body: directBody("o-1", changes),
      addresses: 1,
    },
  ],
  [
    "an authentication",
    {
      path: "/credit-card/enrollment/validate/AUTHENTICATION",
      header: "Language",
      body: {},
      addresses: 1,
    },
  ],
  [
    "an authentication that starts",
    {
      path: "/sandbox/authentications",
      header: "Language",
      body: {
        merchantRefId: "r-2",
        amount: 150_000,
        card: { number: goodCard.cardNumber, expirationMonth: "12", expirationYear: "30" },
      },
      addresses: 1,
    },
  ],
];

describe.each(["vi", "en", undefined])("asked in the language %s", (header) => {
  const language: Language = header === "en" ? "en" : "vi";

  test.each(asked)("every address of %s leads to pages in it", async (_name, asking) => {
    const { url, answer } = await ask(asking, header);
    const addresses = textsIn(answer).filter((text) => text.startsWith(url));
    expect(addresses).toHaveLength(asking.addresses);
    for (const address of addresses) await walk(address, language);
  });

  test("the picture says what the answer gives as its content", async () => {
    const { answer } = await ask(order("EWALLET", 3), header);
    const { payment } = answer as {
      payment: { url: string; qrCode: { url: string; content: string } };
    };
    const picture = await fetch(payment.qrCode.url);
    expect(await picture.text()).toBe(qrImage(payment.qrCode.content, "SANDBOX").text);
    const page = await (await fetch(payment.url)).text();
    expect(page).toContain(qrImage(payment.qrCode.content, "SANDBOX").text);
  });
});

async function ask({ path, header, body }: Asked, language: string | undefined) {
  const { url, gateway, close } = await startGateway(await testSettings());
  onTestFinished(close);
  const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
  const { id } = await startAuthentication(
    gateway,
    { partnerCode: DEMO_PARTNER_CODE },
    {
      merchantRefId: "r-1",
      amount: 150_000,
      card: { number: goodCard.cardNumber, expirationMonth: "12", expirationYear: "30" },
      returnUrl: "https://shop.example/back",
    },
  );
  const response = await fetch(url + path.replace("AUTHENTICATION", id), {
    method: "POST",
    headers: {
      "X-SERVICE-AUTH": await issueJwt(DEMO_PARTNER_CODE, demo?.secret ?? "", systemClock.now()),
      "Content-Type": "application/json",
      ...(language !== undefined && { [header]: language }),
    },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  const answer: unknown = await response.json();
  return { url, answer };
}

/** Opens an address, follows where it leads, and sends the form that is there. */
async function walk(address: string, language: Language): Promise<void> {
  const opened = await fetch(address);
  expect(opened.status, address).toBe(200);
  const page = new URL(opened.url);
  for (const each of [new URL(address), page])
    expect(each.searchParams.getAll("lang"), each.href).toEqual([language]);
  if (opened.headers.get("content-type")?.startsWith("image/svg+xml")) return;
  expect(await opened.text()).toContain(`<html lang="${language}">`);
  const sent = await fetch(page, {
    method: "POST",
    headers: { Origin: page.origin },
    body: new URLSearchParams({ action: "cancel" }),
  });
  expect(new URL(sent.url).search).toBe(page.search);
  expect(await sent.text()).toContain(`<html lang="${language}">`);
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return isContainer(value) ? Object.values(value).flatMap(textsIn) : [];
}
