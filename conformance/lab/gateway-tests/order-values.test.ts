import { withValue } from "@contract-toolkit/kernel";
import { afterAll, expect, test } from "vitest";
import { loadSubject } from "../engine-comparison/compare.ts";

const { contract, cases, engines, disagreements } = await loadSubject("generated/gateway");

// This engine asks the validators of both.
afterAll(() => {
  expect(disagreements).toEqual([]);
});

const samples = [
  { operation: "payOrder", sample: "payOrder/pay-at-chosen-bank" },
  { operation: "createPayment", sample: "createPayment/pay-with-account" },
];

const order = "/body/partnerReference/order/id";
const appLink = "/body/partnerReference/notificationConfig/deeplinkUrl";

async function reasonsAt(pointer: string, value: unknown, id = "payOrder"): Promise<string[]> {
  const operation = contract.operations[id];
  const wanted = samples.find((each) => each.operation === id)?.sample;
  const found = cases.find((each) => each.id === wanted);
  if (!operation || !found) throw new Error(`${id} or its sample is missing`);
  const message = withValue(structuredClone(found.request), pointer, value);
  const faults = await engines.middleware.request(operation, message as typeof found.request);
  return faults.filter((fault) => fault.pointer === pointer).map(({ reason }) => reason);
}

const unreadable = "must hold more than blanks, and no control characters";

test.each([" ", "   ", "\u00A0", "\u3000 \u2003", "\t", "A\n", "\u0000A", "A\u007F1", "A\u0085"])(
  "refuses the order code %j",
  async (code) => {
    for (const { operation } of samples)
      expect(await reasonsAt(order, code, operation)).toEqual([unreadable]);
  },
);

test.each(["1", " A", "A ", "A 1", "Đơn hàng 7", "\u{1F6D2}", "4000001000000", "-", "\u00A0A"])(
  "takes the order code %j",
  async (code) => {
    for (const { operation } of samples)
      expect(await reasonsAt(order, code, operation)).toEqual([]);
  },
);

test("says of what is empty only that", async () => {
  const empty = ["must have at least 1 character"];
  expect(await reasonsAt(order, "")).toEqual(empty);
  const account = "/body/sourceOfFunds/account/accountNumber";
  expect(await reasonsAt(account, "", "createPayment")).toEqual(empty);
});

test.each(["accountNumber", "accountHolderName", "identificationNumber"])(
  "refuses an account's %s of blanks or with control characters, and says so",
  async (name) => {
    const at = `/body/sourceOfFunds/account/${name}`;
    for (const text of [" ", "\u00A0", "0071\n0000", "\u0000"])
      expect(await reasonsAt(at, text, "createPayment")).toEqual([unreadable]);
    for (const text of ["0071000000001", "VN 0071-0000", "+84 901 234 567", "an@shop.example"])
      expect(await reasonsAt(at, text, "createPayment")).toEqual([]);
  },
);

const noAppLink =
  "must be an https URL without credentials, or a link with an app's own scheme, in small letters";

test.each([
  ...["javascript://shop/%0aalert(1)", "JavaScript://shop", "vbscript://x", "data://text/html,a"],
  ...["file:///etc/passwd", "blob://shop.example/1", "filesystem://shop.example/1", "jar://a!/b"],
  ...["content://com.android.providers/1", "resource://gre/modules", "view-source://shop.example"],
  ...["about://config", "chrome://settings", "chrome-extension://a/b", "moz-extension://a/b"],
  ...["edge://settings", "devtools://devtools", "ms-settings://x", "safari-web-extension://a"],
  ...["intent://scan/#Intent;scheme=a;end", "android-app://com.shop/https/shop.example"],
  ...["ws://shop.example", "wss://shop.example", "ftp://shop.example", "ftps://shop.example"],
  ...[
    "ssh://shop.example",
    "view-source:https://shop.example",
    "about:blank",
    "HTTPS://a.example",
    "http://localhost:8080/",
    "a+b.c-1://x",
  ],
])("takes %s for no app's link", async (link) => {
  expect(await reasonsAt(appLink, link)).toEqual([noAppLink]);
});

test.each([
  ...["https://app.shop.example/orders", "shop://orders/7"],
  ...["merchant-app://orders", "vn.shop.app://pay?x=1#y", "intents://x"],
  ...["filesystems://x", "chromatic://x", "data-shop://x", "msgs://x", "edgeways://x"],
])("takes %s for an app's link", async (link) => {
  expect(await reasonsAt(appLink, link)).toEqual([]);
});
