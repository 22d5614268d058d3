import { expect, test } from "vitest";
import type { Transaction } from "../domain/payments/transaction.ts";
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
