import { createResponseValidation } from "../../../client/runtime/validation.ts";
import { validators as gatewayValidators } from "../../../generated/gateway/client-validators.js";
import { validators as sandboxValidators } from "../../../generated/sandbox/client-validators.js";
import { generatedClient } from "../../testing/client.ts";
import { startDisposableGateway } from "../testing/disposable-gateway.ts";
import { inScenario, scenarios } from "../testing/scenarios.ts";
import { faultsOf, variationsOf, type CodeGroup } from "./code/code-group.ts";
import type { MutantGroup } from "./mutant.ts";
import { openRequestVariations } from "./request-variations.ts";
import { openAnswers, openAnswerVariations, type AnswerSuite } from "./answers/answers.ts";
import { committedSuite } from "../../testing/suites.ts";
import { provider as merchantProvider } from "../../../server/provider-states/merchant.ts";
import { openReceiverVariations } from "./receivers/index.ts";
import { ofInterface } from "../testing/variations.ts";
import { openServerVariations } from "./servers/index.ts";
import type { Thoroughness } from "./thoroughness.ts";

/** Faults in code, by name. Loaded when they are asked for: some bring a compiler along. */
export const codeGroups: Readonly<Record<string, () => Promise<CodeGroup>>> = {
  handlers: async () => (await import("./code/handlers.ts")).openHandlers(),
  clients: async () => (await import("./code/clients.ts")).openClients(),
  http: async () => (await import("./code/http.ts")).openHttp(),
  noticeboard: async () => (await import("./code/noticeboard.ts")).openBoard(),
  receivers: async () =>
    (await import("./code/receivers.ts")).openReceivers(merchant, merchantProvider),
};

/** Everything that is measured, by name. */
export const groups: Readonly<Record<string, (how?: Thoroughness) => Promise<MutantGroup>>> = {
  answers: () => withGateway(openAnswers),
  "answer-variations": () => withGateway(openAnswerVariations),
  "server-variations": (how) => withGateway((by) => openServerVariations(by, ofInterface, how)),
  "request-variations": () => openRequestVariations(healthyClients()),
  "receiver-variations": (how) => openReceiverVariations(merchant, merchantProvider, how),
  ...Object.fromEntries(
    Object.entries(codeGroups).flatMap(([name, open]) => [
      [name, async () => faultsOf(await open())],
      [`${name}-variations`, async () => variationsOf(await open())],
    ]),
  ),
  spec: async () => (await import("./spec/index.ts")).openSpecMutants(),
};

const gateway = await committedSuite("gateway");
const sandbox = await committedSuite("sandbox");
const merchant = await committedSuite("merchant");

/** Opens a group that needs a healthy server; the server is stopped with it. */
export async function withGateway(
  open: (by: AnswerSuite) => Promise<MutantGroup>,
): Promise<MutantGroup> {
  const running = await startDisposableGateway();
  const forScenarios = await startDisposableGateway();
  const group = await open({
    suites: [gateway, sandbox],
    scenarios,
    server: inScenario(running, "mutation"),
    scenarioServer: inScenario(forScenarios, "mutation"),
  });
  return {
    ...group,
    async [Symbol.asyncDispose]() {
      await group[Symbol.asyncDispose]();
      await Promise.all([running[Symbol.asyncDispose](), forScenarios[Symbol.asyncDispose]()]);
    },
  };
}

function healthyClients() {
  const clientOf = (
    { contract }: typeof gateway,
    validators: Parameters<typeof createResponseValidation>[0],
  ) => generatedClient(contract.operations, createResponseValidation(validators));
  return [
    { suite: gateway, client: clientOf(gateway, gatewayValidators) },
    { suite: sandbox, client: clientOf(sandbox, sandboxValidators) },
  ];
}
