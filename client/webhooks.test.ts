import { createHmac } from "node:crypto";
import { expect, expectTypeOf, it } from "vitest";
import samples from "../generated/merchant/samples.json" with { type: "json" };
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

it.each(samples)("accepts the sample $operation $name", async (sample) => {
  const { body, headers } = sample.request;
  const state = sample.providerStates.find(({ name }) => name === "secret");
  const data = Buffer.from(body.data, "base64").toString();
  const result = await verifyCallback(JSON.stringify(body), {
    secret: state?.values.secret ?? "",
    headers: {
      ...headers,
      "webhook-timestamp": String(headers["webhook-timestamp"]),
    },
    now: new Date(headers["webhook-timestamp"] * 1000),
  });
  expect(result).toEqual({
    ok: true,
    id: headers["webhook-id"],
    event: {
      kind: body.event,
      responseTime: body.responseTime,
      data: JSON.parse(data) as unknown,
    },
  });
});

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
  ["spaces around", `\n ${callback()} `],
  ["a signature in capitals", callback({ signature: hmac(base64(payment), "hex").toUpperCase() })],
])("takes %s", async (_, body) => {
  expect(await verdict(body)).toBe("ok");
});

it("lets fields pass that nobody documented", async () => {
  const data = base64({ ...payment, addedLater: 1 });
  const body = JSON.stringify({
    ...(JSON.parse(callback({}, data)) as object),
    addedLater: 1,
  });
  expect(await verdict(body)).toBe("ok");
});

it("takes any of several secrets", async () => {
  const body = callback();
  const headers = signed(body);
  expect(await verdict(body, { secret: ["old", secret], headers })).toBe("ok");
  expect(await verdict(body, { secret: ["old", "older"] })).toBe("wrong-signature");
});

it.each([[""], [[]], [["", "x"]]])("has no secret %j", async (none) => {
  await expect(verifyCallback("{}", { secret: none, headers: {} })).rejects.toThrow(TypeError);
});

const genuine = hmac(base64(payment), "hex");

it.each<[string, unknown]>([
  ["empty", ""],
  ["63 digits", genuine.slice(1)],
  ["65 digits", `${genuine}0`],
  ["a space before", ` ${genuine}`],
  ["a line break after", `${genuine}\n`],
  ["a prefix", `0x${genuine.slice(2)}`],
  ["the algorithm before", `sha256=${genuine}`],
  ["a letter that is no digit", `${genuine.slice(0, 63)}g`],
  ["full-width digits", "０".repeat(64)],
  ["Base64", hmac(base64(payment), "base64")],
  ["twice itself", genuine + genuine],
  ["a NUL inside", `${genuine.slice(0, 32)}\0${genuine.slice(33)}`],
])("refuses a signature that is %s", async (_, signature) => {
  expect(await verdict(callback({ signature }))).toBe("malformed-signature");
});

it.each<[string, string]>([
  ["all zeros", "0".repeat(64)],
  ["one bit off at the end", genuine.slice(0, 63) + flip(genuine.at(-1))],
  ["one bit off at the start", flip(genuine[0]) + genuine.slice(1)],
  ["of another secret", hmac(base64(payment), "hex", "another")],
  ["of an empty secret", hmac(base64(payment), "hex", "")],
  ["of the decoded data", hmac(JSON.stringify(payment), "hex")],
  ["a hash without the secret", createHmac("sha256", "").digest("hex")],
  ["shifted by one digit", genuine.slice(1) + genuine.slice(0, 1)],
])("refuses a signature that is %s", async (_, signature) => {
  expect(await verdict(callback({ signature }))).toBe("wrong-signature");
});

function flip(digit = "0"): string {
  return (parseInt(digit, 16) ^ 1).toString(16);
}

it.each<[string, string]>([
  ["another amount", base64({ ...payment, token: "stolen" })],
  ["a space", `${base64(payment)} `],
  ["nothing", ""],
  ["lone surrogates", "\ud800"],
])("refuses data changed to %s", async (_, data) => {
  expect(await verdict(callback({ data }))).toBe("wrong-signature");
});

it.each<[string, string | Uint8Array]>([
  ["nothing", ""],
  ["no JSON", "event=order.payment"],
  ["half of it", callback().slice(0, -1)],
  ["two of it", callback() + callback()],
  ["null", "null"],
  ["a number", "1"],
  ["a text", JSON.stringify(callback())],
  ["a list", `[${callback()}]`],
  ["no field", "{}"],
  ["no data", callback({ data: undefined })],
  ["no signature", callback({ signature: undefined })],
  ["data that is an object", callback({ data: payment })],
  ["a signature in a list", callback({ signature: [genuine] })],
  ["a byte order mark", `\ufeff${callback()}`],
  ["no UTF-8", Buffer.concat([Buffer.from(callback()), Buffer.from([0xff])])],
  ["UTF-16", Buffer.from(callback(), "utf16le")],
  ["depth", "[".repeat(200_000)],
  ["deep objects", '{"data":'.repeat(100_000)],
])("refuses a body that is %s", async (_, body) => {
  expect(await verdict(body)).toBe("malformed-body");
});

it.each([undefined, null, 1, {}, { event: "order.payment" }, []])(
  "refuses %j, which a framework gives that has read no body",
  async (body) => {
    const call: unknown = Reflect.apply(verifyCallback, undefined, [body, { secret }]);
    expect(await call).toEqual({ ok: false, reason: "malformed-body" });
  },
);

it.each<[string, string]>([
  ["no Base64", "{}"],
  ["Base64url", Buffer.from('{"a":"???>>>"}').toString("base64url")],
  ["no padding", base64({ a: 1, bb: 2 }).replace(/=+$/, "")],
  ["line breaks", `${base64(payment).slice(0, 76)}\n${base64(payment).slice(76)}`],
  ["left-over bits", "e31="],
  ["text after the padding", `${base64({})}AAAA`],
  ["no JSON", Buffer.from("hello").toString("base64")],
  ["no UTF-8", Buffer.from([0x22, 0xff, 0x22]).toString("base64")],
  ["nothing", ""],
])("refuses signed data that is %s", async (_, data) => {
  expect(await verdict(callback({}, data))).toBe("malformed-data");
});

it.each<[string, Partial<Body>]>([
  ["absent", { event: undefined }],
  ["unknown", { event: "order.refund" }],
  ["a prototype's", { event: "__proto__" }],
  ["a list", { event: ["order.payment"] }],
  ["in capitals", { event: "ORDER.PAYMENT" }],
])("refuses an event that is %s", async (_, changes) => {
  expect(await verdict(callback(changes))).toBe("unknown-event");
});

it.each<[string, Partial<Body>, unknown, string]>([
  ["no responseTime", { responseTime: undefined }, payment, "/body/responseTime"],
  ["another time zone", { responseTime: "2026-11-02T03:06:07Z" }, payment, "/body/responseTime"],
  [
    "a field missing in data",
    {},
    { ...payment, transaction: { ...payment.transaction, status: undefined } },
    "/body/data/transaction/status",
  ],
  ["a wrong type in data", {}, { ...payment, token: 1 }, "/body/data/token"],
  ["null as data", {}, null, "/body/data"],
])("tells what is wrong: %s", async (_, changes, data, pointer) => {
  const body = callback(changes, base64(data));
  const result = await verifyCallback(body, { secret, headers: signed(body), now });
  expect(result).toMatchObject({
    ok: false,
    reason: "outside-contract",
    faults: [{ pointer }],
  });
});

it("refuses a payment passed off as an authentication", async () => {
  const event = "credit_card.authentication";
  expect(await verdict(callback({ event }))).toBe("outside-contract");
});
