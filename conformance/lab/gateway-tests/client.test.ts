import { afterAll, expect, test } from "vitest";
import { responseValidation } from "../../../client/validate.ts";
import { operations } from "../../../generated/gateway/operations.js";
import { describeVerdict, playOnClient } from "../../index.ts";
import { generatedClient } from "../../testing/client.ts";
import { committedSuite } from "../../testing/suites.ts";

const { contract, cases, constraints } = await committedSuite("gateway");
const client = generatedClient(operations, responseValidation);
let passed = 0;

afterAll(() => {
  console.log(`client: ${passed} of ${cases.length} samples passed, none skipped`);
});

test.each(cases)("the client keeps $id", async (played) => {
  const verdict = await playOnClient(contract, played, client);
  expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
  passed += 1;
});

test("a client without validation is found out", async () => {
  const careless = generatedClient(operations, undefined);
  const played = constraints().cases.find(
    ({ id }) => id === "payOrder/200/body/transaction/status required invalid",
  );
  if (!played) throw new Error("the case is gone");
  const verdict = await playOnClient(contract, played, careless);
  expect(verdict.findings).toEqual([
    { message: "an answer that the contract forbids was accepted" },
  ]);
});

test("a client that sends something else is found out", async () => {
  const played = cases.find(({ id }) => id === "payOrder/pay-at-chosen-bank");
  if (!played) throw new Error("the sample is gone");
  const verdict = await playOnClient(contract, played, {
    call: (server, operation, request) =>
      client.call(server, operation, {
        ...request,
        headers: { ...request.headers, "X-Language": "en" },
        body: {},
      }),
  });
  expect(verdict.outcome).toBe("failed");
  expect(describeVerdict(verdict)).toMatch(/sent\/body\/transaction: expected .*, found nothing/);
});
