import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signBody, signData } from "./signing.ts";
import { verify } from "./verify.ts";

const secret = "a secret of at least 32 characters";
const atSeconds = 1_793_588_767;
const order = { id: "O-1", info: "Tickets", extraData: "" };
const content = {
  transaction: {
    transactionId: "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5",
    status: "success",
    errorCode: 0,
    errorMessage: "The payment succeeded.",
    partnerCode: "DEMO",
    orderAmount: 150_000,
    currency: "VND",
    bankCode: "BANK01",
    paymentMethod: "CC",
    action: "PAY",
    createdAt: "2026-11-02T03:04:05.000Z",
    updatedAt: "2026-11-02T03:06:07.000Z",
  },
  partnerReference: { order },
};

/** A callback with some content, signed; its header may hold signatures beside the right one. */
function check(json: Buffer, signatures: (right: string) => string = (right) => right) {
  const data = json.toString("base64");
  const body = JSON.stringify({
    event: "order.payment",
    responseTime: "2026-11-02T10:06:07.000+07:00",
    data,
    signature: signData(data, secret),
  });
  const signed = signBody(body, [secret], { id: "one", atSeconds });
  const headers = {
    "webhook-id": "one",
    "webhook-timestamp": String(atSeconds),
    "webhook-signature": signatures(signed["webhook-signature"]),
  };
  return verify({ body, headers }, [secret], atSeconds);
}

const json = Buffer.from(JSON.stringify(content));
const other = `v1,${"A".repeat(43)}=`;

test("the reference implementation of Standard Webhooks takes the signature of each secret", () => {
  const secrets = [secret, "another secret of 32 characters!"];
  const now = Math.floor(Date.now() / 1000);
  const signed = signBody("{}", secrets, { id: "one", atSeconds: now });
  const headers = { ...signed, "webhook-timestamp": String(now) };
  for (const each of secrets)
    expect(new Webhook(each, { format: "raw" }).verify("{}", headers)).toEqual({});
  expect(() => new Webhook("x", { format: "raw" }).verify("{}", headers)).toThrow("signature");
});

test("a genuine callback is read", () => {
  expect(check(json)).toMatchObject({ ok: true, id: "one", content });
});

test("one of several signatures has to be right", () => {
  expect(check(json, (right) => `${other} ${right}`)).toMatchObject({ ok: true });
  expect(check(json, (right) => `${right} ${other}`)).toMatchObject({ ok: true });
  expect(check(json, () => `${other} ${other}`)).toMatchObject({ ok: false });
});

test("a content that is not UTF-8 is refused, although it is signed", () => {
  const latin1 = Buffer.from(JSON.stringify({ ...content, note: "\u00e9" }), "latin1");
  expect(check(latin1)).toMatchObject({ ok: false });
});
