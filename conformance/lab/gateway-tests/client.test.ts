import { afterAll, expect, test } from "vitest";
import { responseValidation } from "../../../client/validate.ts";
import { operations } from "../../../generated/gateway/operations.js";
import { describeVerdict, playOnClient } from "../../index.ts";
import { generatedClient } from "../../testing/client.ts";
import { committedSuite } from "../../testing/suites.ts";

const { contract, cases } = await committedSuite("gateway");
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
