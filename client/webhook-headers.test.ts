import { expect, expectTypeOf, it } from "vitest";
import { callback, now, secret, signed, timestamp, verdict } from "./testing/callbacks.ts";
import { verifyCallback, type VerifiedCallback } from "./webhooks.ts";

const genuine = signed(callback());
const code = genuine["webhook-signature"].slice("v1,".length);
const seconds = (after: number) => String(Number(timestamp) + after);
const at = (time: string) => signed(callback(), "msg_1", time);
const signedBy = (signature: string) => ({ ...genuine, "webhook-signature": signature });

// The conformance suite has more of them.
it.each<[string, Record<string, string>, string]>([
  ["no id", { "webhook-timestamp": timestamp, "webhook-signature": "v1,x" }, "headers-missing"],
  ["a signature alone", { "webhook-signature": "v1,x" }, "headers-missing"],
  ["an empty id", signed(callback(), ""), "headers-malformed"],
  ["a time with exponent", { ...genuine, "webhook-timestamp": "1e9" }, "headers-malformed"],
  ["a time long ago", at(seconds(-301)), "headers-stale"],
  ["a time to come", at(seconds(301)), "headers-stale"],
  ["another id", { ...genuine, "webhook-id": "msg_2" }, "headers-wrong-signature"],
  ["another time", { ...genuine, "webhook-timestamp": seconds(1) }, "headers-wrong-signature"],
  ["another body", signed(`${callback()} `), "headers-wrong-signature"],
  ["no signature in it", signedBy(""), "headers-wrong-signature"],
  ["no version", signedBy(code), "headers-wrong-signature"],
  ["another version", signedBy(`v1a,${code}`), "headers-wrong-signature"],
  [
    "a byte more",
    signedBy(`v1,${Buffer.from(`${atob(code)}\0`, "latin1").toString("base64")}`),
    "headers-wrong-signature",
  ],
  ["left-over characters", signedBy(`v1,${code}A`), "headers-wrong-signature"],
])("refuses headers with %s", async (_, headers, reason) => {
  const body = callback();
  expect(await verdict(body, { headers })).toBe(reason);
  expect(await verdict(body, { headers: new Headers(headers) })).toBe(reason);
});

it("refuses a repeated header", async () => {
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

it("refuses a callback whose headers were removed", async () => {
  const body = callback({ event: "order.installment" });
  for (const headers of [{}, new Headers(), { "content-type": "application/json" }])
    expect(await verdict(body, { headers })).toBe("headers-missing");
  // @ts-expect-error -- the headers are required, and without them everything is refused
  expect(await verifyCallback(body, { secret, now })).toEqual({
    ok: false,
    reason: "headers-missing",
  });
});

it("accepts a callback without headers if they are not required", async () => {
  const body = callback();
  const bare = { secret, now, requireHeaders: false } as const;
  const result = await verifyCallback(body, bare);
  expect(result).toMatchObject({ ok: true, id: undefined });
  expectTypeOf(result).toEqualTypeOf<VerifiedCallback<string | undefined>>();
  const headers = signed(body);
  const proved = await verifyCallback(body, { secret, now, headers });
  expect(proved).toMatchObject({ ok: true, id: "msg_1" });
  expectTypeOf(proved).toEqualTypeOf<VerifiedCallback>();
  // If headers are present, they must verify.
  const forged = signed(body, "msg_1", timestamp, "another");
  expect(await verdict(body, { ...bare, headers: forged })).toBe("headers-wrong-signature");
});
