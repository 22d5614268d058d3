import { describe, expect, test } from "vitest";
import { createResponseValidation } from "../../../client/runtime/validation.ts";
import { validators as gatewayValidators } from "../../../generated/gateway/client-validators.js";
import { validators as sandboxValidators } from "../../../generated/sandbox/client-validators.js";
import { concerns, describeVerdict, playOnClient } from "../../index.ts";
import { generatedClient } from "../../testing/client.ts";
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
      1 / 3,
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
