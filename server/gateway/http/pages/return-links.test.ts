import { expect, test } from "vitest";
import type { Transaction } from "../../domain/payments/transaction.ts";
import { ending } from "./return-links.ts";

const shop = "https://shop.example/back?order=1";
const app = "shop-app://orders/7?tab=paid&status=open#top";

/** The links of a page, and the target of its redirect. */
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

test("there is no redirect while the bank decides", () => {
  const { content, onward } = ending(
    { ...paid, status: "processing", deeplinkUrl: app },
    "en",
    true,
  );
  expect(onward).toBeUndefined();
  expect(content.text).toContain("status=processing");
});

test.each([
  "javascript://shop/%0aalert(1)",
  "JavaScript:alert(1)",
  "java\tscript://shop/%0aalert(1)",
  "\u0001javascript://shop/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "file:///etc/passwd",
  "intent://scan/#Intent;scheme=a;end",
  "itms-services://?action=download-manifest&url=https://shop.example/app.plist",
  "mailto:a@shop.example",
  "shop-app:orders",
  "http://shop.example/",
  "https://user@shop.example/",
  "no link",
])("%j is not a link to an app", (deeplinkUrl) => {
  const { content, onward } = ending({ ...paid, deeplinkUrl }, "en", true);
  expect(waysOf(content.text).links).toEqual([shop]);
  expect(onward).toBe(shop);
});

test.each([
  ["shop://orders", "shop"],
  ["shop-app2://orders", "shop-app2"],
  ["com.example.shop:/orders", "com.example.shop"],
  ["vn.shop://orders", "vn.shop"],
  ["https://app.bücher.example/orders", "app.xn--bcher-kva.example"],
])("the link to the app %s shows its target", (deeplinkUrl, target) => {
  const { content } = ending({ ...paid, deeplinkUrl }, "en", true);
  const places = [...content.text.matchAll(/<small><bdi>(.*?)<\/bdi>/g)].map(([, value]) => value);
  expect(places).toEqual([target, "shop.example"]);
});

test("a link to an app is escaped in its attribute", () => {
  const deeplinkUrl = `shop://"onclick="alert(1)/'><script>`;
  const { content } = ending({ ...paid, deeplinkUrl }, "en", true);
  expect(content.text).not.toMatch(/<script|"onclick/);
});
