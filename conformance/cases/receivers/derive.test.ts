import { expect, test } from "vitest";
import { provider } from "../../../server/provider-states/merchant.ts";
import { committedSuite } from "../../testing/suites.ts";
import { isBase64 } from "../../json/values.ts";
import { callbackCases } from "./derive.ts";

const suite = await committedSuite("merchant");
const { stamp, seal, signatures } = provider;
if (!stamp || !seal || !signatures) throw new Error("the provider signs");

const idsOf = (given: Parameters<typeof callbackCases>[1]) =>
  callbackCases(suite, given).map(({ id }) => id);
const ids = idsOf(provider);

test("the same contract gives the same cases, each with an id of its own", () => {
  expect(idsOf(provider)).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
});

test("without knowing how messages are signed, no signature is bent and no body written otherwise", () => {
  const own = idsOf({ stamp, seal });
  expect(own).toContain("receivePayment/callback/content/without its padding");
  expect(own).toContain("receivePayment/callback/acting/at once");
  expect(own.filter((id) => /signature\/|\/bodies\/|\/damage\/|forgery/.test(id))).toEqual([]);
});

test("letters in the other case are the only thing wrong with a Base64 signature", () => {
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

test("without a stamp or a seal there is nothing to send", () => {
  expect(idsOf({ seal, signatures })).toEqual([]);
  expect(idsOf({ stamp, signatures })).toEqual([]);
});

test("a scheme has the cases of what it says of itself", () => {
  const [ofBody] = signatures();
  if (!ofBody) throw new Error("there is a scheme");
  const { isCaseFree: _, ...scheme } = ofBody;
  const own = idsOf({ stamp, seal, signatures: () => [scheme] });
  expect(own).toContain("receivePayment/callback/signature/after sha256=");
  // Its capitals are not said to be good, there is one signature, and the bytes of the body are not signed.
  expect(
    own.filter((id) => /\/signature\/(in capitals|after another)|\/damage\//.test(id)),
  ).toEqual([]);
});
