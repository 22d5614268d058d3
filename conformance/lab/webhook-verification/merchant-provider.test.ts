import { describe, expect, test } from "vitest";
import { verifyCallback } from "../../../client/webhooks.ts";
import { provider } from "../../../server/provider-states/merchant.ts";
import { type SampleRequest, valueAt, withValue } from "@contract-toolkit/kernel";
import { committedSuite } from "../../testing/suites.ts";

const { cases } = await committedSuite("merchant");

test.each(cases)("sealing $id gives its own signatures", async ({ request }) => {
  const forged = ["/body/signature", "/headers/webhook-signature"].reduce<unknown>(
    (message, pointer) =>
      withValue(message, pointer, String(valueAt(message, pointer)).replaceAll(/[0-9]/g, "0")),
    request,
  ) as SampleRequest;
  expect(forged).not.toEqual(request);
  expect(await provider.seal?.(forged)).toEqual(request);
});

test.each(cases)("what $id carries can be changed", async (played) => {
  const { data } = played.request.body as { data: string };
  const content = JSON.parse(Buffer.from(data, "base64").toString("utf8")) as object;
  const sealed = await provider.seal?.(
    withValue(played.request, "/body/data", {
      ...content,
      unheardOf: "new",
    }) as SampleRequest,
  );
  const { headers = {}, body } = sealed ?? {};
  const callback = await verifyCallback(JSON.stringify(body), {
    secret: secretOf(played),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    now: new Date(Number(headers["webhook-timestamp"]) * 1000),
  });
  expect(callback).toMatchObject({ ok: true });
  expect(callback.ok && callback.event.data).toMatchObject({
    unheardOf: "new",
  });
});

test("a signature that is missing stays missing", async () => {
  const [{ request } = { request: undefined }] = cases;
  const { body, ...rest } = { path: {}, query: {}, headers: {}, ...request };
  const { signature: _, ...unsigned } = body as Record<string, unknown>;
  expect(await provider.seal?.({ ...rest, headers: {}, body: unsigned })).toEqual({
    ...rest,
    headers: {},
    body: unsigned,
  });
});

describe("what the gateway sends is judged", () => {
  const [first] = cases;
  if (!first) throw new Error("there are no samples");
  const { operation, request } = first;
  const known = new Map([["secret", secretOf(first)]]);

  function faultsOf(message: SampleRequest): readonly string[] {
    const text = JSON.stringify(message.body);
    return provider.open?.({ operation, request: message, text }, known).faults ?? [];
  }

  async function sealedNow(...change: [string, unknown] | []) {
    const now = Math.floor(Date.now() / 1000);
    const fresh = withValue(request, "/headers/webhook-timestamp", now);
    const [pointer, value] = change;
    const changed = pointer ? withValue(fresh, pointer, value) : fresh;
    const sealed = await provider.seal?.(changed as SampleRequest);
    if (!sealed) throw new Error("nothing seals");
    return sealed;
  }

  test("what was sealed just now is good", async () => {
    expect(faultsOf(await sealedNow())).toEqual([]);
  });

  test.each([
    ["/body/data", "e30=", "/body/signature is not that"],
    ["/body/signature", "0".repeat(64), "/body/signature is not that"],
    ["/body/event", "order.payment", "/headers/webhook-signature is not"],
    ["/headers/webhook-id", "other", "/headers/webhook-signature is not"],
    ["/headers/webhook-signature", "v1,", "/headers/webhook-signature is not"],
  ])("a changed %s is told", async (pointer, value, fault) => {
    const changed = withValue(await sealedNow(), pointer, value);
    expect(faultsOf(changed as SampleRequest)).toContainEqual(expect.stringContaining(fault));
  });

  test("an old one is told", () => {
    expect(faultsOf(request)).toEqual(["/headers/webhook-timestamp is minutes away from now"]);
  });

  test("content outside the contract is told", async () => {
    expect(faultsOf(await sealedNow("/body/data", {}))).toEqual([
      expect.stringContaining("/body/data breaks the contract"),
    ]);
  });
});

function secretOf({ providerStates }: (typeof cases)[number]): string {
  const secret = providerStates.find(({ name }) => name === "secret");
  return String(secret?.values["secret"]);
}
