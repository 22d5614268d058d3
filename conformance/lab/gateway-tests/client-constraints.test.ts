import { describe, expect, test } from "vitest";
import { createResponseValidation } from "../../../client/runtime/validation.ts";
import { validators as gatewayValidators } from "../../../generated/gateway/client-validators.js";
import { validators as sandboxValidators } from "../../../generated/sandbox/client-validators.js";
import { callCases, describeVerdict, playCall, playOnClient } from "../../index.ts";
import { concerns } from "../../internal.ts";
import { generatedClient } from "../../testing/client.ts";
import { full } from "../testing/full-run.ts";
import { drawn } from "../testing/random.ts";
import { committedSuite } from "../../testing/suites.ts";

describe.each([
  { ...(await committedSuite("gateway")), validators: gatewayValidators },
  { ...(await committedSuite("sandbox")), validators: sandboxValidators },
])(
  "the client keeps the constraints of $contract.title",
  ({ contract, constraints, validators }) => {
    const client = generatedClient(contract.operations, createResponseValidation(validators));
    const cases = drawn(
      constraints().cases.filter((each) => concerns(each, "client")),
      1 / 5,
      `boundaries of ${contract.title} for clients`,
    );
    const operations = Map.groupBy(cases, ({ operation }) => operation.id);

    test.each([...operations])("of %s", async (_, played) => {
      const failed: string[] = [];
      for (const each of played) {
        const verdict = await playOnClient(contract, each, client);
        if (verdict.outcome !== "passed") failed.push(describeVerdict(verdict));
      }
      expect(failed).toEqual([]);
    });
  },
);

const gateway = await committedSuite("gateway");
const sandbox = await committedSuite("sandbox");

describe("cases of calls", () => {
  const cases = callCases(gateway);

  test("are data, each with an id of its own and what it follows", () => {
    expect(JSON.parse(JSON.stringify(cases))).toHaveLength(cases.length);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const { section } of cases)
      expect(section).toMatch(/^(RFC \d+, sections? \d|OpenAPI 3\.0, [A-Z])/);
  });

  test("are the same for the same contract", () => {
    expect(JSON.stringify(callCases(gateway))).toBe(JSON.stringify(cases));
  });

  test("are of every group, for every operation", () => {
    const groups = Map.groupBy(cases, ({ operation }) => operation.id);
    expect([...groups.keys()].sort()).toEqual(Object.keys(gateway.contract.operations).sort());
    for (const own of groups.values())
      expect([...new Set(own.map(({ group }) => group))].sort()).toEqual([
        "addresses",
        "answers",
        "broken-answers",
        "judgement",
        "media-types",
        "redirects",
        "repeats",
        "statuses",
        "values",
      ]);
  });
});

describe.each([
  { suite: gateway, validators: gatewayValidators, share: 1 / 20 },
  ...(full ? [{ suite: sandbox, validators: sandboxValidators, share: 1 }] : []),
])("the client does what HTTP says, calling $suite.contract.title", (played) => {
  const { contract } = played.suite;
  const what = `calls of ${contract.title}`;
  const chosen = drawn(callCases(played.suite), played.share, what);
  const client = generatedClient(contract.operations, createResponseValidation(played.validators));

  test.each([...Map.groupBy(chosen, ({ operation }) => operation.id)])(
    "of %s",
    async (_, cases) => {
      const failed: string[] = [];
      for (const each of cases) {
        const verdict = await playCall(contract, each, client);
        if (verdict.outcome !== "passed") failed.push(describeVerdict(verdict));
      }
      expect(failed).toEqual([]);
    },
  );
});
