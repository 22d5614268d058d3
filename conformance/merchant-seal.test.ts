import { expect, test } from "vitest";
import { verifyCallback } from "../client/webhooks.ts";
import { provider } from "./given/merchant.ts";
import { loadSuite } from "./index.ts";
import { valueAt, withValue } from "./pointer.ts";
import type { SampleRequest } from "../generated/contract.ts";

const { cases } = await loadSuite("generated/merchant");

test.each(cases)(
  "sealing $id gives its own signatures",
  async ({ request }) => {
    const forged = [
      "/body/signature",
      "/headers/webhook-signature",
    ].reduce<unknown>(
      (message, pointer) =>
        withValue(
          message,
          pointer,
          String(valueAt(message, pointer)).replaceAll(/[0-9]/g, "0"),
        ),
      request,
    ) as SampleRequest;
    expect(forged).not.toEqual(request);
    expect(await provider.seal?.(forged)).toEqual(request);
  },
);

test.each(cases)("what $id carries can be changed", async (played) => {
  const { data } = played.request.body as { data: string };
  const content = JSON.parse(
    Buffer.from(data, "base64").toString("utf8"),
  ) as object;
  const sealed = await provider.seal?.(
    withValue(played.request, "/body/data", {
      ...content,
      unheardOf: "new",
    }) as SampleRequest,
  );
  const { headers = {}, body } = sealed ?? {};
  const secret = played.given.find(({ name }) => name === "secret");
  const callback = await verifyCallback(JSON.stringify(body), {
    secret: String(secret?.values["secret"]),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ),
    requireHeaders: true,
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
  expect(
    await provider.seal?.({ ...rest, headers: {}, body: unsigned }),
  ).toEqual({ ...rest, headers: {}, body: unsigned });
});
