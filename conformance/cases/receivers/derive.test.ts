import { expect, test } from "vitest";
import { provider } from "../../../server/provider-states/merchant.ts";
import { committedSuite } from "../../testing/suites.ts";
import { isBase64 } from "../../json-comparison/values.ts";
import { callbackCases } from "./derive.ts";

const suite = await committedSuite("merchant");
const { stamp, sign, signatures } = provider;
if (!stamp || !sign || !signatures) throw new Error("the provider signs");

const idsOf = (given: Parameters<typeof callbackCases>[1]) =>
  callbackCases(suite, given).map(({ id }) => id);
const ids = idsOf(provider);

test("the same contract gives the same cases with unique ids", () => {
  expect(idsOf(provider)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("only receivers decode what is inside a text", () => {
  const [ofServer, ofReceiver] = (["server", "receiver"] as const).map((target) =>
    suite.constraints(target).cases.filter(({ pointer }) => pointer.startsWith("/body/data/")),
  );
  expect(ofServer).toEqual([]);
  expect(ofReceiver).not.toEqual([]);
});

test("without signature schemes, no signature is changed and no body is written in another form", () => {
  const own = idsOf({ stamp, sign });
  expect(own).toContain("receivePayment/callback/content/without its padding");
  expect(own).toContain("receivePayment/callback/acting/at once");
  expect(own.filter((id) => /signature\/|\/bodies\/|\/damage\/|forgery/.test(id))).toEqual([]);
});

test("a signature with letters in the other case is canonical Base64", () => {
  const [, scheme] = signatures();
  const found = callbackCases(suite, provider).find(({ id }) =>
    id.endsWith("webhook-signature/with letters in the other case"),
  );
  const { write } = found?.steps[0]?.form.signature ?? {};
  if (!scheme || !write) throw new Error("there is such a case");
  for (let n = 0; n < 32; n += 1) {
    const message = { headers: {}, body: {}, bytes: Buffer.from(`${n}`) };
    const text = String(write(scheme, message)).replace(scheme.prefix ?? "", "");
    expect(text).toSatisfy(isBase64);
  }
});

test("without a stamp or a signature there are no cases", () => {
  expect(idsOf({ sign, signatures })).toEqual([]);
  expect(idsOf({ stamp, signatures })).toEqual([]);
});

test("a scheme has the cases of its own properties", () => {
  const [ofBody] = signatures();
  if (!ofBody) throw new Error("there is a scheme");
  const { isCaseFree: _, ...scheme } = ofBody;
  const own = idsOf({ stamp, sign, signatures: () => [scheme] });
  expect(own).toContain("receivePayment/callback/signature/after sha256=");
  // The scheme allows neither capitals nor several signatures, and does not sign the bytes of the body.
  expect(
    own.filter((id) => /\/signature\/(in capitals|after another)|\/damage\//.test(id)),
  ).toEqual([]);
});
