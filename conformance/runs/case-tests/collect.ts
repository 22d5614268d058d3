import type { Contract } from "@contract-toolkit/contract";
import { callCases } from "../../cases/clients/derive.ts";
import type { Provider } from "../../provider.ts";
import { planClient } from "../client.ts";
import { constraintsFor } from "../constraints.ts";
import type { PlanOptions } from "../plan.ts";
import { loadContract } from "../project/contracts.ts";
import { loadProvider } from "../project/provider.ts";
import { loadScenarios } from "../project/scenarios.ts";
import { casesOfReceiver, planReceiver } from "../receiver.ts";
import { casesOfServer } from "../server/cases.ts";
import { concurrencyFor, mostAtATime } from "../server/concurrency.ts";
import { planServer } from "../server/plan.ts";
import { caseTests, type CaseTests, type Collected, type TestOptions } from "./case-tests.ts";

/** Options of a server or a receiver. */
export interface TargetOptions
  extends
    TestOptions,
    Pick<PlanOptions, "provider" | "headers" | "scenarios" | "seed" | "stateless"> {}

/** Where the target is. It is asked when the first test runs. */
export type Address = () => string | URL;

/** The functions with which a test runner makes tests of cases, given how it declares them. */
export function testFunctions(declare: (tests: CaseTests) => void) {
  return {
    /** Makes the tests of a server. The address is read when the first of them runs. */
    testServer: async (...args: Parameters<typeof serverTests>): Promise<void> => {
      declare(await serverTests(...args));
    },
    /** Makes the tests of a receiver of callbacks. */
    testReceiver: async (...args: Parameters<typeof receiverTests>): Promise<void> => {
      declare(await receiverTests(...args));
    },
    /** Makes the tests of a client, which a command starts. */
    testClient: async (...args: Parameters<typeof clientTests>): Promise<void> => {
      declare(await clientTests(...args));
    },
  };
}

/**
 * The tests of a server.
 *
 * @param folder the folder of a generated contract
 * @param options default: the provider `server/provider-states/<contract>.ts` and the scenarios `spec/<contract>/scenarios`
 */
async function serverTests(
  folder: string,
  url: Address,
  options: TargetOptions = {},
): Promise<CaseTests> {
  const suite = await loadContract(folder);
  const provider = options.provider ?? (await loadProvider(undefined, suite.contract.name));
  const scenarios = options.scenarios ?? (await loadScenarios(folder, suite, provider));
  const given = { ...options, provider, scenarios };
  const headers =
    options.headers ?? (provider.credentials ? declaredCredentials(suite.contract) : {});
  const { all, derived } = casesOfServer(suite, { provider, headers }, given);
  const { concurrency, exclusive } = concurrencyFor(all, provider, {
    ...{ stateless: options.stateless ?? false, responseMs: undefined },
  });
  const cases = [...all, ...derived.underivable];
  const ask = () => planServer(suite, new URL(url()), given);
  return caseTests({ suite, target: "server", cases, concurrency, exclusive, ask }, options);
}

/** The tests of a receiver of callbacks. */
async function receiverTests(
  folder: string,
  url: Address,
  options: TargetOptions = {},
): Promise<CaseTests> {
  const suite = await loadContract(folder);
  const provider: Provider =
    options.provider ?? (await loadProvider(undefined, suite.contract.name));
  const { boundaries, callbacks } = casesOfReceiver(suite, provider);
  const collected: Collected = {
    ...{
      suite,
      target: "receiver" as const,
      concurrency: mostAtATime,
      exclusive: new Set<string>(),
    },
    cases: [...suite.cases, ...boundaries, ...callbacks],
    ask: () => planReceiver(suite, new URL(url()), { ...options, provider }),
  };
  return caseTests(collected, options);
}

/**
 * The tests of a client.
 *
 * @param command starts the client, which speaks the protocol of the package's README
 */
async function clientTests(
  folder: string,
  command: string,
  options: TestOptions = {},
): Promise<CaseTests> {
  const suite = await loadContract(folder);
  const derived = suite.derived("client");
  const collected: Collected = {
    ...{ suite, target: "client" as const, concurrency: 1, exclusive: new Set<string>() },
    cases: [
      ...[...suite.cases, ...derived.cases, ...derived.underivable],
      ...[...constraintsFor(suite, "client").cases, ...callCases(suite)],
    ],
    ask: () => planClient(suite, command),
  };
  return caseTests(collected, options);
}

/** The names of all credentials that a contract knows, which those of a provider are until it is asked. */
function declaredCredentials({ operations }: Contract): Readonly<Record<string, string>> {
  const names = Object.values(operations).flatMap(({ security = [], parameters }) => [
    ...security.flat().map(({ name }) => name),
    ...parameters.filter(({ credential }) => credential).map(({ name }) => name),
  ]);
  return Object.fromEntries(names.map((name) => [name, ""]));
}
