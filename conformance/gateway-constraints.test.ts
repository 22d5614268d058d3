import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createResponseValidation } from "../client/runtime/validation.ts";
import { validators as gatewayValidators } from "../generated/gateway/client-validators.js";
import { validators as sandboxValidators } from "../generated/sandbox/client-validators.js";
import { provider } from "./given/gateway.ts";
import {
  concerns,
  describeVerdict,
  freshValues,
  loadSuite,
  playOnClient,
  playOnServer,
  type ServerUnderTest,
} from "./index.ts";
import { generatedClient } from "./testing/client.ts";
import { startTestGateway, type DisposableGateway } from "./testing/gateway.ts";

const suites = [
  await loadSuite("generated/gateway"),
  await loadSuite("generated/sandbox"),
] as const;

let gateway: DisposableGateway;
let server: ServerUnderTest;

beforeAll(async () => {
  gateway = await startTestGateway();
  server = {
    url: gateway.url,
    headers: { "X-SERVICE-AUTH": gateway.token },
    provider,
    fresh: freshValues("gateway-constraints.test"),
  };
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

describe.each(suites)(
  "the reference server keeps the constraints of $contract.title",
  (suite) => {
    const { cases } = suite.constraints();
    const requests = cases.filter((each) => concerns(each, "server"));
    const operations = Map.groupBy(requests, ({ operation }) => operation.id);

    test.each([...operations])("of %s", async (_, played) => {
      const broken: string[] = [];
      for (const each of played) {
        const verdict = await playOnServer(suite, each, server);
        if (verdict.outcome !== "kept") broken.push(describeVerdict(verdict));
      }
      expect(broken).toEqual([]);
    });
  },
);

describe.each([
  { ...suites[0], validators: gatewayValidators },
  { ...suites[1], validators: sandboxValidators },
])(
  "the client keeps the constraints of $contract.title",
  ({ contract, constraints, validators }) => {
    const client = generatedClient(
      contract.operations,
      createResponseValidation(validators),
    );
    const cases = constraints().cases.filter((each) =>
      concerns(each, "client"),
    );
    const operations = Map.groupBy(cases, ({ operation }) => operation.id);

    test.each([...operations])("of %s", async (_, played) => {
      const broken: string[] = [];
      for (const each of played) {
        const verdict = await playOnClient(contract, each, client);
        if (verdict.outcome !== "kept") broken.push(describeVerdict(verdict));
      }
      expect(broken).toEqual([]);
    });
  },
);
