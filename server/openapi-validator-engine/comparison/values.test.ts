import { resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withValue } from "@contract-toolkit/contract";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { generateInto } from "../../../conformance/testing/generated.ts";
import { loadSubject, type Subject } from "./compare.ts";

const shapes = await generateInto(
  resolve(import.meta.dirname, "../../../scripts/generate/testing/specs/shapes/main.tsp"),
);
const shaped = await loadSubject(`${shapes.folder}/shapes`);
const gateway = await loadSubject("generated/gateway");
const shape = requestOf(shaped, "keepShape/everything");
const hosted = requestOf(gateway, "payOrder/pay-at-chosen-bank");
const direct = requestOf(gateway, "createPayment/pay-with-account");

// The second engine asks the validators of both.
afterAll(() => {
  expect([...shaped.disagreements, ...gateway.disagreements]).toEqual([]);
});

/** Judges the request of a sample with another value at a place. `reasonsAt` has only the violations at the place. */
function requestOf({ cases, engines }: Subject, id: string) {
  const sample = cases.find((testCase) => testCase.id === id);
  if (!sample) throw new Error(`There is no sample ${id}.`);
  const violationsAt = (pointer: string, value: unknown) => {
    const message = withValue(structuredClone(sample.request), pointer, value);
    return engines.middleware.request(sample.operation, message as typeof sample.request);
  };
  const reasonsAt = async (pointer: string, value: unknown) =>
    (await violationsAt(pointer, value))
      .filter((violation) => violation.pointer === pointer)
      .map(({ reason }) => reason);
  return { violationsAt, reasonsAt };
}

const bad = "http://a.example:65536/ http://[::1 http://1.2.3.999/ http://%zz/ https://".split(" ");
const good = "https://a.example:65535/a?b#c app://open/order urn:a:b http://[::1]:/".split(" ");
const unreadable = "must hold more than blanks, and no control characters";
const blanks = [" ", "\u00A0", "\u3000 \u2003", "\t", "A\n", "\u0000A", "A\u007F1", "A\u0085"];
const readable = ["1", " A", "A 1", "Đơn hàng 7", "\u{1F6D2}", "4000001000000", "-", "\u00A0A"];
const appLink =
  "must be an https URL without credentials, or a link with an app's own scheme, in small letters";
const noAppLinks = `javascript://shop/%0aalert(1) JavaScript://shop vbscript://x data://text/html,a file:///etc/passwd
  blob://shop.example/1 filesystem://shop.example/1 jar://a!/b content://com.android.providers/1
  resource://gre/modules view-source://shop.example about://config chrome://settings chrome-extension://a/b
  moz-extension://a/b edge://settings devtools://devtools ms-settings://x safari-web-extension://a
  intent://scan/#Intent;scheme=a;end android-app://com.shop/https/shop.example ws://shop.example
  wss://shop.example ftp://shop.example ftps://shop.example ssh://shop.example view-source:https://shop.example
  about:blank HTTPS://a.example http://localhost:8080/ a+b.c-1://x`;
const appLinks = `https://app.shop.example/orders shop://orders/7 merchant-app://orders vn.shop.app://pay?x=1#y
  intents://x filesystems://x chromatic://x data-shop://x msgs://x edgeways://x`;

const [url, order] = ["/body/formats/url", "/body/partnerReference/order/id"];
const deepLink = "/body/partnerReference/notificationConfig/deeplinkUrl";

/** A place of a request, the reason of the refusal, refused values, and accepted values. */
test.each([
  { of: shape, at: url, reason: "must be a valid uri", refused: bad, accepted: good },
  { of: hosted, at: order, reason: unreadable, refused: blanks, accepted: readable },
  { of: direct, at: order, reason: unreadable, refused: blanks, accepted: readable },
  // An empty text has only this violation.
  { of: hosted, at: order, reason: "must have at least 1 character", refused: [""], accepted: [] },
  ...["accountNumber", "accountHolderName", "identificationNumber"].map((name) => ({
    of: direct,
    at: `/body/sourceOfFunds/account/${name}`,
    reason: unreadable,
    refused: [" ", "\u00A0", "0071\n0000", "\u0000"],
    accepted: ["0071000000001", "VN 0071-0000", "+84 901 234 567", "an@shop.example"],
  })),
  {
    of: hosted,
    at: deepLink,
    reason: appLink,
    refused: noAppLinks.split(/\s+/),
    accepted: appLinks.split(/\s+/),
  },
])("$at $reason", async ({ of, at, reason, refused, accepted }) => {
  for (const value of refused) expect(await of.reasonsAt(at, value), value).toEqual([reason]);
  for (const value of accepted) expect(await of.reasonsAt(at, value), value).toEqual([]);
});

test("the second validator accepts the same URLs", () => {
  const isUrl = (value: string) => accepts({ type: "string", format: "uri" }, value);
  expect([bad.some(isUrl), good.every(isUrl)]).toEqual([false, true]);
});

// JSON.parse reads 1e400 as Infinity. The others are not exact in 64 bits.
test.each([2 ** 53, -(2 ** 53), 2 ** 63, 1e23, Number.MAX_VALUE, Infinity, -Infinity])(
  "%s is refused by the narrowest bound",
  async (value) => {
    const bound = value > 0 ? "most " : "least -";
    const expected = [
      ["/body/numbers/large", "9007199254740991"],
      ["/body/numbers/safe", "9007199254740991"],
      ["/query/from", "9007199254740991"],
      ["/body/numbers/normal", value > 0 ? "2147483647" : "2147483648"],
      ["/body/numbers/balance", "1.5"],
      ...(Number.isFinite(value) ? [] : [["/body/numbers/double", "1.7976931348623157e+308"]]),
    ] as const;
    for (const [pointer = "", limit] of expected)
      expect(await shape.reasonsAt(pointer, value)).toContain(`must be at ${bound}${limit}`);
    const pointer = "/body/transaction/amount";
    expect(await hosted.violationsAt(pointer, value)).toMatchObject([{ pointer, code: 32 }]);
  },
);

test.each([
  ["/body/collections/codes", Array(50_000).fill(1), [" must have at most 2 items"]],
  ["/body/collections/codes", [1, "ab"], ["/0 must be a string"]],
  ["/body/unions/spans", { first: 3 }, []],
  ["/body/unions/spans", { first: 2, last: 1 }, ["/first must not be more than last"]],
  ["/body/unions/spans", { first: 2, last: null }, []],
  ["/body/unions/spans", { first: 2, last: "1" }, ["/last must be an integer or null"]],
])("%s with %j has the violations %j", async (place, value, said) => {
  const violations = await shape.violationsAt(place, value);
  expect(
    violations.map(({ pointer, reason }) => `${pointer.slice(place.length)} ${reason}`),
  ).toEqual(said);
});
