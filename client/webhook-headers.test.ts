import { expect, expectTypeOf, it } from "vitest";
import { callback, hmac, now, secret, signed, timestamp, verdict } from "./testing/callbacks.ts";
import { verifyCallback, type VerifiedCallback } from "./webhooks.ts";

it.each<[string, Record<string, string>, string]>([
  ["no id", { "webhook-timestamp": timestamp, "webhook-signature": "v1,x" }, "headers-missing"],
  ["an id alone", { "webhook-id": "msg_1" }, "headers-missing"],
  ["a signature alone", { "webhook-signature": "v1,x" }, "headers-missing"],
  [
    "no number as time",
    { ...signed(callback()), "webhook-timestamp": "soon" },
    "headers-malformed",
  ],
  ["a time with sign", { ...signed(callback()), "webhook-timestamp": "-1" }, "headers-malformed"],
  [
    "a time with exponent",
    { ...signed(callback()), "webhook-timestamp": "1e9" },
    "headers-malformed",
  ],
  ["an empty id", signed(callback(), ""), "headers-malformed"],
  [
    "a time in milliseconds",
    signed(callback(), "msg_1", String(now.getTime())),
    "headers-malformed",
  ],
  [
    "a time long ago",
    signed(callback(), "msg_1", String(Number(timestamp) - 301)),
    "headers-stale",
  ],
  ["a time to come", signed(callback(), "msg_1", String(Number(timestamp) + 301)), "headers-stale"],
  ["another id", { ...signed(callback()), "webhook-id": "msg_2" }, "headers-wrong-signature"],
  [
    "another time",
    {
      ...signed(callback()),
      "webhook-timestamp": String(Number(timestamp) + 1),
    },
    "headers-wrong-signature",
  ],
  ["another secret", signed(callback(), "msg_1", timestamp, "another"), "headers-wrong-signature"],
  ["another body", signed(`${callback()} `), "headers-wrong-signature"],
  [
    "no signature in it",
    { ...signed(callback()), "webhook-signature": "" },
    "headers-wrong-signature",
  ],
  [
    "no version",
    {
      ...signed(callback()),
      "webhook-signature": signed(callback())["webhook-signature"].slice(3),
    },
    "headers-wrong-signature",
  ],
  [
    "another version",
    {
      ...signed(callback()),
      "webhook-signature": signed(callback())["webhook-signature"].replace("v1", "v1a"),
    },
    "headers-wrong-signature",
  ],
  [
    "hex",
    {
      ...signed(callback()),
      "webhook-signature": `v1,${hmac(`msg_1.${timestamp}.${callback()}`, "hex")}`,
    },
    "headers-wrong-signature",
  ],
  [
    "no padding",
    {
      ...signed(callback()),
      "webhook-signature": signed(callback())["webhook-signature"].replace("=", ""),
    },
    "headers-wrong-signature",
  ],
])("refuses headers with %s", async (_, headers, reason) => {
  const body = callback();
  expect(await verdict(body, { headers })).toBe(reason);
  expect(await verdict(body, { headers: new Headers(headers) })).toBe(reason);
});

it("refuses a code that only begins as it should", async () => {
  const body = callback();
  const headers = signed(body);
  const code = Buffer.from(headers["webhook-signature"].slice(3), "base64");
  for (const wrong of [Buffer.concat([code, Buffer.of(0)]), code.subarray(1)]) {
    const signature = `v1,${wrong.toString("base64")}`;
    expect(
      await verdict(body, {
        headers: { ...headers, "webhook-signature": signature },
      }),
    ).toBe("headers-wrong-signature");
  }
});

it("refuses a header that is there twice", async () => {
  const body = callback();
  const headers = { ...signed(body), "Webhook-Id": "msg_2" };
  expect(await verdict(body, { headers })).toBe("headers-malformed");
});

it("finds headers in any case, and one signature among several", async () => {
  const body = callback();
  const { "webhook-signature": signature, ...rest } = signed(body);
  const several = `v1a,abc v1,${"A".repeat(43)}= ${signature} v1,`;
  const headers = { ...rest, "Webhook-Signature": several };
  expect(await verdict(body, { headers })).toBe("ok");
  expect(await verdict(Buffer.from(body), { headers })).toBe("ok");
});

it("accepts a callback at the edge of the tolerance", async () => {
  const body = callback();
  const headers = signed(body, "msg_1", String(Number(timestamp) - 300));
  expect(await verdict(body, { headers })).toBe("ok");
  const toleranceSeconds = 299;
  expect(await verdict(body, { headers, toleranceSeconds })).toBe("headers-stale");
});

it.each([
  ["unchanged", {}],
  ["of another event", { event: "order.installment" }],
  ["of another time", { responseTime: "2026-11-09T10:06:07.000+07:00" }],
])("refuses a callback %s whose headers were taken off", async (_, changes) => {
  const body = callback(changes);
  for (const headers of [{}, new Headers(), { "content-type": "application/json" }])
    expect(await verdict(body, { headers })).toBe("headers-missing");
  // @ts-expect-error -- who forgets the headers is told by the compiler, and refuses everything
  expect(await verifyCallback(body, { secret, now })).toEqual({
    ok: false,
    reason: "headers-missing",
  });
});

it("takes a callback without headers from a sender that sends none", async () => {
  const body = callback();
  const bare = { secret, now, requireHeaders: false } as const;
  const result = await verifyCallback(body, bare);
  expect(result).toMatchObject({ ok: true, id: undefined });
  expectTypeOf(result).toEqualTypeOf<VerifiedCallback<string | undefined>>();
  const headers = signed(body);
  const proved = await verifyCallback(body, { secret, now, headers });
  expect(proved).toMatchObject({ ok: true, id: "msg_1" });
  expectTypeOf(proved).toEqualTypeOf<VerifiedCallback>();
  // Whatever headers there are still have to prove it.
  const forged = signed(body, "msg_1", timestamp, "another");
  expect(await verdict(body, { ...bare, headers: forged })).toBe("headers-wrong-signature");
});
