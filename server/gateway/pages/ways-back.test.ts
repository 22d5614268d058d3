import { describe, expect, onTestFinished, test } from "vitest";
import { createPartner } from "../domain/partners/partners.ts";
import type { Transaction } from "../domain/payments/transaction.ts";
import { startGateway } from "../start.ts";
import { testSettings } from "../testing/open-gateway.ts";
import { placeDirect, placeHosted } from "../testing/orders.ts";
import { waysBack } from "./ways-back.ts";

const shop = "https://shop.example/back?order=1";
const app = "shop-app://orders/7?tab=paid&status=open#top";

/** The links of a page, and where its browser goes by itself. */
function waysOf(html: string): { links: string[]; onward: string | undefined } {
  const plain = (text = "") => text.replaceAll("&amp;", "&");
  return {
    links: [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, url]) => plain(url)),
    onward: plain(/http-equiv="refresh" content="5;url=([^"]*)"/.exec(html)?.[1]) || undefined,
  };
}

async function orderOnPage(deeplinkUrl: string | undefined, paymentMethod = "EWALLET") {
  const { gateway, links, close } = await startGateway(await testSettings());
  onTestFinished(close);
  const { partner } = await createPartner(gateway, "P1", { ownerType: false });
  const { id } = await placeHosted(gateway, partner, "o 1&x", {
    bankCode: "BANK01",
    paymentMethod,
    reference: { redirectUrl: shop, deeplinkUrl },
  });
  const pages = links.in("en");
  /** Opens the address, does something there, and says where the page leads then. */
  const end = async (address: string, action: string) => {
    const { url } = await fetch(address);
    const response = await fetch(url, {
      method: "POST",
      headers: { Origin: new URL(url).origin },
      body: new URLSearchParams({ action, cardNumber: "4111111111111111" }),
    });
    return { ...waysOf(await response.text()), headers: response.headers };
  };
  return { id, pages, end };
}

describe("when the payment is final", () => {
  test.each([
    ["pay", "success"],
    ["cancel", "error"],
  ])("the app's link goes back to deeplinkUrl: %s", async (action, status) => {
    const { id, pages, end } = await orderOnPage(app);
    const back = `shop-app://orders/7?tab=paid&status=${status}&orderId=o+1%26x#top`;
    const { links, onward, headers } = await end(pages.app(id), action);
    expect(links).toEqual([back, shop]);
    expect(onward).toBe(back);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src /);
  });

  test("a customer of the page itself goes to the shop, and may go to the app", async () => {
    const { id, pages, end } = await orderOnPage("https://app.shop.example/orders", "CC");
    const { links, onward } = await end(pages.payment(id), "pay");
    expect(links).toEqual([shop, "https://app.shop.example/orders?orderId=o+1%26x&status=success"]);
    expect(onward).toBe(shop);
  });

  test("without deeplinkUrl there is no such link", async () => {
    const { id, pages, end } = await orderOnPage(undefined);
    expect(await end(pages.app(id), "pay")).toMatchObject({ links: [shop], onward: shop });
  });

  test("a direct payment, which cannot name an app, goes to the shop", async () => {
    const { gateway, links, close } = await startGateway(await testSettings());
    onTestFinished(close);
    const { partner } = await createPartner(gateway, "P1", { ownerType: false });
    const { verification } = await placeDirect(gateway, partner, "o-2", {
      reference: { redirectUrl: shop },
    });
    const address = links.in("en").otp(verification.id);
    const response = await fetch(address, {
      method: "POST",
      headers: { Origin: new URL(address).origin },
      body: new URLSearchParams({ action: "cancel" }),
    });
    expect(waysOf(await response.text())).toEqual({ links: [shop], onward: shop });
  });
});

const paid: Transaction = {
  id: "1",
  partnerCode: "P1",
  status: "success",
  orderId: "o-1",
  orderInfo: "info",
  notifyUrl: shop,
  redirectUrl: shop,
  orderAmount: 1000,
  customerFee: 0,
  currency: "VND",
  bankCode: "",
  paymentMethod: "CC",
  paymentType: "WEB",
  action: "PAY",
  createdAt: 0,
  updatedAt: 0,
};

test("while the bank decides, nobody is sent away", () => {
  const { content, onward } = waysBack(
    { ...paid, status: "processing", deeplinkUrl: app },
    "en",
    true,
  );
  expect(onward).toBeUndefined();
  expect(content?.text).toContain("status=processing");
});

test.each([
  "javascript://shop/%0aalert(1)",
  "JavaScript:alert(1)",
  "java\tscript://shop/%0aalert(1)",
  "\u0001javascript://shop/%0aalert(1)",
  "vbscript://x",
  "data:text/html,<script>alert(1)</script>",
  "blob:https://shop.example/1",
  "file:///etc/passwd",
  "filesystem:https://shop.example/1",
  "view-source:https://shop.example",
  "about:blank",
  "chrome://settings",
  "INTENT://scan/#Intent;scheme=a;end",
  "intent://scan/#Intent;scheme=a;end",
  "itms-services://?action=download-manifest&url=https://shop.example/app.plist",
  "itms-apps://apps.example/1",
  "market://details?id=a",
  "tel://112",
  "sms://112",
  "mailto:a@shop.example",
  "ms-settings://privacy",
  "app-settings://",
  "x-apple.systempreferences://a",
  "com.apple.tv://a",
  "web+shop://a",
  "shop-app:orders",
  "c://shop",
  "http://shop.example/",
  "https://user@shop.example/",
  "content://com.android.providers/1",
  "no link",
])("%j is no app, wherever it came from", (deeplinkUrl) => {
  const { content, onward } = waysBack({ ...paid, deeplinkUrl }, "en", true);
  expect(waysOf(content?.text ?? "").links).toEqual([shop]);
  expect(onward).toBe(shop);
});

test.each([
  ["shop://orders", "shop"],
  ["shop-app2://orders", "shop-app2"],
  ["com.example.shop:/orders", "com.example.shop"],
  ["vn.shop://orders", "vn.shop"],
  ["https://app.bücher.example/orders", "app.xn--bcher-kva.example"],
])("%s is an app, and its link says so", (deeplinkUrl, told) => {
  const { content } = waysBack({ ...paid, deeplinkUrl }, "en", true);
  const places = [...(content?.text ?? "").matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, each]) => each);
  expect(places).toEqual([told, "shop.example"]);
});

test("nothing that an app's link holds leaves its attribute", () => {
  const deeplinkUrl = `shop://"onclick="alert(1)/'><script>`;
  const { content } = waysBack({ ...paid, deeplinkUrl }, "en", true);
  expect(content?.text).not.toMatch(/<script|"onclick/);
});
