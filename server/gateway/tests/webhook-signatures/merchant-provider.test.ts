import { expect, test } from "vitest";
import { provider } from "../../../provider-states/merchant.ts";
import { type SampleRequest, valueAt, withoutValue, withValue } from "@contract-toolkit/contract";
import { committedSuite } from "../../../../conformance/testing/suites.ts";

const { cases } = await committedSuite("merchant");
const [first] = cases;
if (!first) throw new Error("There are no samples.");
const { operation, request } = first;
const secret = first.providerStates.find(({ name }) => name === "secret")?.values["secret"];
const known = new Map([["secret", String(secret)]]);

test.each(cases)("signing $id restores its signatures", async ({ request }) => {
  const forged = ["/body/signature", "/headers/webhook-signature"].reduce<unknown>(
    (message, pointer) =>
      withValue(message, pointer, String(valueAt(message, pointer)).replaceAll(/[0-9]/g, "0")),
    request,
  ) as SampleRequest;
  expect(forged).not.toEqual(request);
  expect(await provider.sign?.(forged)).toEqual(request);
});

test("signing adds no missing signature", async () => {
  const unsigned = withoutValue({ ...request, headers: {} }, "/body/signature") as SampleRequest;
  expect(await provider.sign?.(unsigned)).toEqual(unsigned);
});

function faultsOf(message: SampleRequest): readonly string[] {
  const text = JSON.stringify(message.body);
  return provider.open?.({ operation, request: message, text }, known).violations ?? [];
}

async function signedNow(pointer = "/headers/webhook-timestamp", value?: unknown) {
  const now = Math.floor(Date.now() / 1000);
  const fresh = withValue(request, "/headers/webhook-timestamp", now);
  const signed = await provider.sign?.(withValue(fresh, pointer, value ?? now) as SampleRequest);
  if (!signed) throw new Error("The provider cannot sign messages.");
  return signed;
}

test("a fresh message is accepted; an old one and content outside the contract are reported", async () => {
  expect(faultsOf(await signedNow())).toEqual([]);
  expect(faultsOf(request)).toEqual(["/headers/webhook-timestamp is minutes away from now"]);
  expect(faultsOf(await signedNow("/body/data", {}))).toEqual([
    expect.stringContaining("/body/data violates the contract"),
  ]);
});

test.each([
  ["/body/data", "e30=", "/body/signature is not that"],
  ["/body/signature", "0".repeat(64), "/body/signature is not that"],
  ["/body/event", "order.payment", "/headers/webhook-signature is not"],
  ["/headers/webhook-id", "other", "/headers/webhook-signature is not"],
  ["/headers/webhook-signature", "v1,", "/headers/webhook-signature is not"],
])("a changed %s is reported", async (pointer, value, violation) => {
  const changed = withValue(await signedNow(), pointer, value) as SampleRequest;
  expect(faultsOf(changed)).toContainEqual(expect.stringContaining(violation));
});
