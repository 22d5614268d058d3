import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Sample } from "@contract-toolkit/contract";
import type { ReceivePaymentBody } from "../../../generated/merchant/operations.js";
import { writeCallback } from "./callback.ts";

const samples = JSON.parse(readFileSync("generated/merchant/samples.json", "utf8")) as Sample[];

const genuine = samples.filter(
  (sample) =>
    sample.response.status === 204 &&
    // Receivers accept this sample, but the gateway never sends it.
    sample.name !== "signature-in-upper-case",
);

test.each(genuine)(
  "$operation $name is written with the documented bytes",
  ({ request: { body, headers }, providerStates }) => {
    const { event: kind, responseTime, data } = body as ReceivePaymentBody;
    const id = String(headers["webhook-id"]);
    const content = Buffer.from(data, "base64").toString("utf8");
    const secret = String(providerStates[0]?.values["secret"]);
    const event = { id, kind, content, createdAt: Date.parse(responseTime) };
    expect(writeCallback(event, [secret], Number(headers["webhook-timestamp"]))).toEqual({
      headers,
      body: JSON.stringify(body),
    });
  },
);
