import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Sample } from "@contract-toolkit/kernel";
import type { EventKind } from "../domain/deliveries/delivery.ts";
import { OutsideContract, writeCallback } from "./callback.ts";

const samples = JSON.parse(readFileSync("generated/merchant/samples.json", "utf8")) as Sample[];

interface Envelope {
  readonly event: EventKind;
  readonly responseTime: string;
  readonly data: string;
  readonly signature: string;
}

function partsOf({ request, providerStates }: Sample) {
  const envelope = request.body as Envelope;
  return {
    envelope,
    headers: request.headers,
    secret: String(providerStates[0]?.values["secret"]),
    id: String(request.headers["webhook-id"]),
    atSeconds: Number(request.headers["webhook-timestamp"]),
    content: Buffer.from(envelope.data, "base64").toString("utf8"),
  };
}

function written(sample: Sample) {
  const { envelope, id, atSeconds, content, secret } = partsOf(sample);
  return writeCallback(
    {
      id,
      kind: envelope.event,
      content,
      createdAt: Date.parse(envelope.responseTime),
    },
    [secret],
    atSeconds,
  );
}

const genuine = samples.filter(
  (sample) =>
    sample.response.status === 204 &&
    // It shows what receivers accept as well, not what is sent.
    sample.name !== "signature-in-upper-case",
);

describe("a callback is written as documented, byte for byte", () => {
  test.each(genuine)("$operation $name", (sample) => {
    const { envelope, headers } = partsOf(sample);
    const callback = written(sample);
    expect(callback.headers).toEqual(headers);
    expect(callback.body).toBe(JSON.stringify(envelope));
  });

  test("there are samples to compare with", () => {
    expect(genuine.length).toBeGreaterThan(5);
  });
});

test.each(["{}", '{"transaction":{}}', "[]", '"text"', "null"])(
  "an event of %s, which the contract does not know, does not leave",
  (content) => {
    for (const kind of [
      "order.payment",
      "order.installment",
      "credit_card.authentication",
    ] as const)
      expect(() => writeCallback({ id: "1", kind, content, createdAt: 0 }, ["s"], 0)).toThrow(
        OutsideContract,
      );
  },
);
