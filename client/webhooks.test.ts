import { expect, expectTypeOf, it } from "vitest";
import {
  base64,
  callback,
  hmac,
  now,
  payment,
  secret,
  signed,
  verdict,
  type Body,
} from "./testing/callbacks.ts";
import { verifyCallback, type CallbackEvent, type Schemas } from "./webhooks.ts";

it("reads the event, its kind and its id", async () => {
  const body = callback();
  const headers = signed(body);
  const result = await verifyCallback(body, { secret, headers, now });
  expect(result).toEqual({
    ok: true,
    id: "msg_1",
    event: {
      kind: "order.payment",
      responseTime: "2026-11-02T10:06:07.000+07:00",
      data: payment,
    },
  });
});

it("types the event by its kind", () => {
  type Of<K> = Extract<CallbackEvent, { kind: K }>["data"];
  expectTypeOf<Of<"order.payment">>().toEqualTypeOf<Schemas["PaymentEvent"]>();
  expectTypeOf<CallbackEvent["kind"]>().toEqualTypeOf<
    "credit_card.authentication" | "order.payment" | "order.installment"
  >();
  // @ts-expect-error -- a payment's event has no card
  expectTypeOf<Of<"order.payment">["card"]>().toBeAny();
});

it.each([
  ["a text", callback()],
  ["bytes", Buffer.from(callback())],
  ["other bytes", new TextEncoder().encode(callback())],
  ["white space around it", `\n ${callback()} `],
  ["a signature in capitals", callback({ signature: hmac(base64(payment)).toUpperCase() })],
])("accepts %s", async (_, body) => {
  expect(await verdict(body)).toBe("ok");
});

it("accepts undocumented fields", async () => {
  const data = base64({ ...payment, addedLater: 1 });
  const body = JSON.stringify({
    ...(JSON.parse(callback({}, data)) as object),
    addedLater: 1,
  });
  expect(await verdict(body)).toBe("ok");
});

it("accepts any of several secrets", async () => {
  const body = callback();
  const headers = signed(body);
  expect(await verdict(body, { secret: ["old", secret], headers })).toBe("ok");
  expect(await verdict(body, { secret: ["old", "older"] })).toBe("wrong-signature");
});

it.each([[""], [[]], [["", "x"]]])("throws for the secret %j", async (none) => {
  await expect(verifyCallback("{}", { secret: none, headers: {} })).rejects.toThrow(TypeError);
});

const genuine = hmac(base64(payment));
const signedWith = (signature: unknown) => callback({ signature });
const carrying = (text: string | Uint8Array) => callback({}, Buffer.from(text).toString("base64"));

// The conformance suite has more of them.
it.each<[string, string | Uint8Array, string]>([
  ["nothing", "", "malformed-body"],
  ["half of it", callback().slice(0, -1), "malformed-body"],
  ["null", "null", "malformed-body"],
  ["data that is an object", callback({ data: payment }), "malformed-body"],
  ["a byte order mark", `\ufeff${callback()}`, "malformed-body"],
  [
    "bytes that are not UTF-8",
    Buffer.concat([Buffer.from(callback()), Buffer.from([0xff])]),
    "malformed-body",
  ],
  ["deep lists", "[".repeat(200_000), "malformed-body"],
  ["deep objects", '{"data":'.repeat(100_000), "malformed-body"],

  ["a signature of 63 digits", signedWith(genuine.slice(1)), "malformed-signature"],
  ["one of 65 digits", signedWith(`${genuine}0`), "malformed-signature"],
  ["one with a line break", signedWith(`${genuine}\n`), "malformed-signature"],
  ["one with a letter", signedWith(`${genuine.slice(0, 63)}g`), "malformed-signature"],
  ["full-width digits", signedWith("０".repeat(64)), "malformed-signature"],

  ["a signature of zeros", signedWith("0".repeat(64)), "wrong-signature"],
  [
    "one bit off at the end",
    signedWith(genuine.slice(0, 63) + flip(genuine.at(-1))),
    "wrong-signature",
  ],
  ["changed data", callback({ data: base64({ ...payment, token: "stolen" }) }), "wrong-signature"],
  ["data with a space", callback({ data: `${base64(payment)} ` }), "wrong-signature"],
  ["lone surrogates as data", callback({ data: "\ud800" }), "wrong-signature"],

  ["signed data that is not Base64", callback({}, "{}"), "malformed-data"],
  ["no padding", callback({}, base64({ a: 1, bb: 2 }).replace(/=+$/, "")), "malformed-data"],
  ["left-over bits", callback({}, "e31="), "malformed-data"],
  ["text after the padding", callback({}, `${base64({})}AAAA`), "malformed-data"],
  ["signed data that is not JSON", carrying("hello"), "malformed-data"],

  ["no event", callback({ event: undefined }), "unknown-event"],
  ["an undocumented event", callback({ event: "order.refund" }), "unknown-event"],
  ["a prototype's", callback({ event: "__proto__" }), "unknown-event"],
  ["one in a list", callback({ event: ["order.payment"] }), "unknown-event"],
  ["another event's data", callback({ event: "credit_card.authentication" }), "outside-contract"],
])("refuses %s", async (_, body, reason) => {
  expect(await verdict(body)).toBe(reason);
});

function flip(digit = "0"): string {
  return (parseInt(digit, 16) ^ 1).toString(16);
}

it.each([
  ["text", "x".repeat(1_000_001), undefined],
  ["text with long characters", "ộ".repeat(400_000), undefined],
  ["bytes", new Uint8Array(11), 10],
])("refuses %s beyond the limit", async (_, body, maxBytes) => {
  expect(await verifyCallback(body, { secret, headers: {}, maxBytes })).toEqual({
    ok: false,
    reason: "body-too-large",
  });
});

it.each([undefined, null, 1, {}, { event: "order.payment" }, []])(
  "refuses %j, which is not a raw body",
  async (body) => {
    const call: unknown = Reflect.apply(verifyCallback, undefined, [body, { secret }]);
    expect(await call).toEqual({ ok: false, reason: "parsed-body" });
  },
);

it.each<[string, Partial<Body>, unknown, string]>([
  ["no responseTime", { responseTime: undefined }, payment, "/body/responseTime"],
  ["another time zone", { responseTime: "2026-11-02T03:06:07Z" }, payment, "/body/responseTime"],
  ["a wrong type in data", {}, { ...payment, token: 1 }, "/body/data/token"],
  ["null as data", {}, null, "/body/data"],
])("reports the violation: %s", async (_, changes, data, pointer) => {
  const body = callback(changes, base64(data));
  const result = await verifyCallback(body, { secret, headers: signed(body), now });
  expect(result).toMatchObject({
    ok: false,
    reason: "outside-contract",
    violations: [{ pointer }],
  });
});
