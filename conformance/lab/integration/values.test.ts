import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withValue } from "@contract-toolkit/kernel";
import { accepts } from "../../second-validator/oracle.ts";
import { loadSubject, type Subject } from "../engine-comparison/compare.ts";
import { generateInto } from "../../testing/generated.ts";

const shapes = await generateInto(
  resolve(import.meta.dirname, "../fixtures/specs/shapes/main.tsp"),
);
const shaped = await loadSubject(`${shapes.folder}/shapes`);
const gateway = await loadSubject("generated/gateway");
const shape = requestOf(shaped, "keepShape/everything");
const hosted = requestOf(gateway, "payOrder/pay-at-chosen-bank");
const direct = requestOf(gateway, "createPayment/pay-with-account");

// This engine asks the validators of both.
afterAll(() => {
  expect([...shaped.disagreements, ...gateway.disagreements]).toEqual([]);
});

/** A sample's request with another value at a place, judged: all faults, and the reasons of those at the place. */
function requestOf({ cases, engines }: Subject, id: string) {
  const sample = cases.find((each) => each.id === id);
  if (!sample) throw new Error(`There is no sample ${id}.`);
  const faultsAt = (pointer: string, value: unknown) => {
    const message = withValue(structuredClone(sample.request), pointer, value);
    return engines.middleware.request(sample.operation, message as typeof sample.request);
  };
  const reasonsAt = async (pointer: string, value: unknown) =>
    (await faultsAt(pointer, value))
      .filter((fault) => fault.pointer === pointer)
      .map(({ reason }) => reason);
  return { faultsAt, reasonsAt };
}

test.each([
  ...["http://example.org:65536/", "http://[::1", "http://a b/", "http://1.2.3.999/"],
  ...["http://%zz/", "https://"],
])("refuses %s, and says what is wanted", async (url) => {
  expect(await shape.reasonsAt("/body/formats/url", url)).toEqual(["must be a valid uri"]);
  expect(accepts({ type: "string", format: "uri" }, url)).toBe(false);
  for (const name of ["notifyUrl", "redirectUrl", "deeplinkUrl", "installmentNotifyUrl"]) {
    const at = `/body/partnerReference/notificationConfig/${name}`;
    expect(await hosted.reasonsAt(at, url.replace("http:", "https:")), name).not.toEqual([]);
  }
});

test.each(["https://example.org:65535/a?b#c", "app://open/order", "urn:a:b", "http://[::1]:/"])(
  "accepts %s",
  async (url) => {
    expect(await shape.reasonsAt("/body/formats/url", url)).toEqual([]);
    expect(accepts({ type: "string", format: "uri" }, url)).toBe(true);
  },
);

// As JSON.parse reads 1e400, and a number of more digits than 64 bits hold.
const infinite = [Infinity, -Infinity];

test.each([2 ** 53, -(2 ** 53), 2 ** 63, 1e23, Number.MAX_VALUE, ...infinite])(
  "refuses %s where an integer of any size is documented, for a reason that is true",
  async (value) => {
    const [exact, small] =
      value > 0
        ? ["must be at most 9007199254740991", "must be at most 2147483647"]
        : ["must be at least -9007199254740991", "must be at least -2147483648"];
    for (const name of ["large", "safe"])
      expect(await shape.reasonsAt(`/body/numbers/${name}`, value)).toEqual([exact]);
    expect(await shape.reasonsAt("/body/numbers/normal", value)).toEqual([small]);
    expect(await shape.reasonsAt("/query/from", value)).toContain(exact);
  },
);

test.each([
  ["tiny", -128, 127],
  ["byte", 0, 255],
  ["small", -32_768, 32_767],
  ["normal", -2_147_483_648, 2_147_483_647],
])("an integer that is %s is from %d to %d", async (name, least, most) => {
  const at = `/body/numbers/${name}`;
  for (const value of [least, most]) expect(await shape.reasonsAt(at, value)).toEqual([]);
  expect(await shape.reasonsAt(at, least - 1)).toEqual([`must be at least ${least}`]);
  expect(await shape.reasonsAt(at, most + 1)).toEqual([`must be at most ${most}`]);
});

test.each(infinite)("refuses %s as any number, by the narrowest bound", async (value) => {
  const [double, share] =
    value > 0
      ? ["must be at most 1.7976931348623157e+308", "must be at most 1.5"]
      : ["must be at least -1.7976931348623157e+308", "must be at least -1.5"];
  for (const name of ["single", "double", "exact"])
    expect(await shape.reasonsAt(`/body/numbers/${name}`, value)).toEqual([double]);
  expect(await shape.reasonsAt("/body/numbers/balance", value)).toEqual([share]);
});

test("gives an integer of any size the code of its bounds", async () => {
  const pointer = "/body/transaction/amount";
  for (const amount of [...infinite, 1e23, -1e23, 2 ** 63, 2 ** 53, 999])
    expect(await hosted.faultsAt(pointer, amount)).toMatchObject([{ pointer, code: 32 }]);
});

test("says of a list that is too long only that, whatever its items are", async () => {
  const pointer = "/body/collections/codes";
  expect(await shape.faultsAt(pointer, Array(50_000).fill(1))).toMatchObject([
    { pointer, reason: "must have at most 2 items" },
  ]);
  expect(await shape.faultsAt(pointer, [1, "ab"])).toMatchObject([
    { pointer: `${pointer}/0`, reason: "must be a string" },
  ]);
});

test.each([
  ["as much", { first: 3 }, []],
  ["more", { first: 2, last: 1 }, ["/first must not be more than last"]],
  ["more than nothing", { first: 2, last: null }, []],
  ["no number", { first: 2, last: "1" }, ["/last must be an integer or null"]],
])("holds a number against another: %s", async (_, span, told) => {
  const place = "/body/unions/spans";
  const faults = await shape.faultsAt(place, span);
  expect(faults.map(({ pointer, reason }) => `${pointer.slice(place.length)} ${reason}`)).toEqual(
    told,
  );
});

const unreadable = "must hold more than blanks, and no control characters";
const code = "/body/partnerReference/order/id";

test.each([
  ...[" ", "   ", "\u00A0", "\u3000 \u2003", "\t", "A\n", "\u0000A", "A\u007F1", "A\u0085"].map(
    (text) => [text, [unreadable]] as const,
  ),
  ...["1", " A", "A ", "A 1", "Đơn hàng 7", "\u{1F6D2}", "4000001000000", "-", "\u00A0A"].map(
    (text) => [text, []] as const,
  ),
  // Of what is empty only that.
  ["", ["must have at least 1 character"]] as const,
])("says of the order code %j %j", async (text, reasons) => {
  for (const { reasonsAt } of [hosted, direct])
    expect(await reasonsAt(code, text)).toEqual(reasons);
});

test.each(["accountNumber", "accountHolderName", "identificationNumber"])(
  "refuses an account's %s of blanks or with control characters, and says so",
  async (name) => {
    const at = `/body/sourceOfFunds/account/${name}`;
    for (const text of [" ", "\u00A0", "0071\n0000", "\u0000"])
      expect(await direct.reasonsAt(at, text)).toEqual([unreadable]);
    for (const text of ["0071000000001", "VN 0071-0000", "+84 901 234 567", "an@shop.example"])
      expect(await direct.reasonsAt(at, text)).toEqual([]);
  },
);

const appLink = "/body/partnerReference/notificationConfig/deeplinkUrl";
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
  ...["ssh://shop.example", "view-source:https://shop.example", "about:blank"],
  ...["HTTPS://a.example", "http://localhost:8080/", "a+b.c-1://x"],
])("takes %s for no app's link", async (link) => {
  expect(await hosted.reasonsAt(appLink, link)).toEqual([noAppLink]);
});

test.each([
  ...["https://app.shop.example/orders", "shop://orders/7"],
  ...["merchant-app://orders", "vn.shop.app://pay?x=1#y", "intents://x"],
  ...["filesystems://x", "chromatic://x", "data-shop://x", "msgs://x", "edgeways://x"],
])("takes %s for an app's link", async (link) => {
  expect(await hosted.reasonsAt(appLink, link)).toEqual([]);
});
