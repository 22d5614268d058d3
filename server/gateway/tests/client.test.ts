import { describe, expect, test } from "vitest";
import { createResponseValidation } from "../../../client/runtime/validation.ts";
import { validators as gatewayValidators } from "../../../generated/gateway/client-validators.js";
import { validators as sandboxValidators } from "../../../generated/sandbox/client-validators.js";
import { callCases, playOnClient } from "../../../conformance/index.ts";
import { generatedClient } from "../../../conformance/testing/client.ts";
import { failuresOf } from "../../../conformance/testing/failures.ts";
import { committedSuite } from "../../../conformance/testing/suites.ts";
import { full } from "../testing/long-test.ts";
import { drawn } from "../testing/drawn.ts";

const gateway = await committedSuite("gateway");
const sandbox = await committedSuite("sandbox");
const allCalls = callCases(gateway);

describe.each([
  { suite: gateway, validators: gatewayValidators, calls: allCalls },
  { suite: sandbox, validators: sandboxValidators, calls: full ? callCases(sandbox) : [] },
])("the client of $suite.contract.title", ({ suite, validators, calls }) => {
  const { contract, cases } = suite;
  const client = generatedClient(contract.operations, createResponseValidation(validators));
  const boundaries = suite.constraints("client").cases;
  const played = [
    ...[...cases, ...drawn(boundaries, 1 / 5, `boundaries of ${contract.title} for clients`)],
    ...drawn(calls, 1 / 20, `calls of ${contract.title}`),
  ];

  test.each([...Map.groupBy(played, ({ operation }) => operation.id)])(
    "passes the samples, constraints and HTTP cases of %s",
    async (_, own) => {
      expect(await failuresOf(own, (item) => playOnClient(contract, item, client))).toEqual([]);
    },
  );
});

test("each case of a call is data, has a unique id and names the section that it follows", () => {
  expect(JSON.stringify(callCases(gateway))).toBe(JSON.stringify(allCalls));
  expect(new Set(allCalls.map(({ id }) => id)).size).toBe(allCalls.length);
  for (const { section } of allCalls)
    expect(section).toMatch(/^(RFC \d+, sections? \d|OpenAPI 3\.0, [A-Z])/);
});

test("every operation has cases of calls of every group", () => {
  const groups = Map.groupBy(allCalls, ({ operation }) => operation.id);
  expect([...groups.keys()].sort()).toEqual(Object.keys(gateway.contract.operations).sort());
  for (const own of groups.values())
    expect([...new Set(own.map(({ group }) => group))].sort()).toEqual([
      ...["addresses", "broken-responses", "judgement", "media-types", "redirects"],
      ...["repeats", "responses", "statuses", "values"],
    ]);
});
