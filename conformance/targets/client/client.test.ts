import { expect, test } from "vitest";
import { describeVerdict, playOnClient, type ClientUnderTest } from "../../index.ts";
import { generatedClient } from "../../testing/client.ts";
import { committedSuite } from "../../testing/suites.ts";

const { contract, cases } = await committedSuite("gateway");
test.each([
  ["is valid", crypto.randomUUID(), "passed"],
  ["is invalid", "req-1", "failed"],
])("a header made by the client %s", async (_, requestId, outcome) => {
  const found = cases.find(({ id }) => id === "payOrder/bank-left-to-customer");
  if (!found) throw new Error("there is no such sample");
  const client = generatedClient(contract.operations, undefined);
  const verdict = await playOnClient(contract, found, {
    call: (server, operation, request) =>
      client.call(server, operation, {
        ...request,
        headers: { ...request.headers, "X-Request-ID": requestId },
      }),
  });
  expect(verdict.outcome, describeVerdict(verdict)).toBe(outcome);
});

test.each([
  ["is made for each call", () => crypto.randomUUID(), []],
  ["is made once", () => "0f4c8d1e-5a2b-4c3d-8e9f-a0b1c2d3e4f5", ["X-Request-ID"]],
])("a request id %s", async (_, makeId, names) => {
  const client = generatedClient(contract.operations, undefined);
  const making: ClientUnderTest = {
    call: (server, operation, request) => {
      const headers = { "X-Request-ID": makeId(), ...request.headers };
      return client.call(server, operation, { ...request, headers });
    },
  };
  const verdicts = [];
  for (const id of ["payOrder/bank-left-to-customer", "payOrder/smallest-amount"]) {
    const found = cases.find((testCase) => testCase.id === id);
    if (found) verdicts.push(await playOnClient(contract, found, making));
  }
  const findings = verdicts.flatMap((verdict) => verdict.findings.map(({ message }) => message));
  expect(findings).toEqual(
    names.map((name) => `sent/headers/${name}: sent though the caller did not give it`),
  );
});
