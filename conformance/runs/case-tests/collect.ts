import { callCases } from "../../cases/clients/derive.ts";
import { anyCredentials } from "../../credentials.ts";
import type { Provider } from "../../provider.ts";
import type { Suite } from "../../suite.ts";
import { planClient } from "../client.ts";
import type { PlanOptions } from "../plan.ts";
import { loadContract } from "../project/contracts.ts";
import { loadProvider } from "../project/provider.ts";
import { loadScenarios } from "../project/scenarios.ts";
import { casesOfReceiver, planReceiver } from "../receiver.ts";
import { casesOfServer } from "../server/cases.ts";
import { concurrencyFor, mostAtATime } from "../server/concurrency.ts";
import { planServer } from "../server/plan.ts";
import { urlOf, type Address } from "./address.ts";
import { caseTests, failingTest, type CaseTests, type TestOptions } from "./case-tests.ts";

/** Options of a server or a receiver. */
export interface TargetOptions
  extends
    TestOptions,
    Pick<PlanOptions, "provider" | "headers" | "scenarios" | "seed" | "stateless"> {}

/** The functions with which a test runner makes tests of cases, given how it declares them. */
export function testFunctions(declare: (tests: CaseTests) => void) {
  const declared =
    <Args extends readonly unknown[]>(collect: (...args: Args) => Promise<CaseTests>) =>
    async (...args: Args): Promise<void> => {
      declare(await collect(...args).catch(failingTest));
    };
  return {
    /** Makes the tests of a server. The address is read when the first of them runs. */
    testServer: declared(serverTests),
    /** Makes the tests of a receiver of callbacks. */
    testReceiver: declared(receiverTests),
    /** Makes the tests of a client, which a command starts. */
    testClient: declared(clientTests),
  };
}

/**
 * The tests of a server.
 *
 * @param contract the folder of a generated contract, or what `loadSuite` read from it
 * @param options default: the provider `server/provider-states/<contract>.ts` and, for a folder, the scenarios
 * `spec/<contract>/scenarios`
 */
async function serverTests(
  contract: string | Suite,
  target: Address,
  options: TargetOptions = {},
): Promise<CaseTests> {
  const { suite, provider } = await loaded(contract, options);
  const scenarios =
    options.scenarios ??
    (typeof contract === "string" ? await loadScenarios(contract, suite, provider) : []);
  const given = { ...options, provider, scenarios };
  // A provider gives the values of credentials when it is asked.
  const headers = options.headers ?? (provider.credentials ? anyCredentials(suite.contract) : {});
  const { all, derived } = casesOfServer(suite, { provider, headers }, given);
  const { concurrency, exclusive } = concurrencyFor(all, provider, {
    stateless: options.stateless ?? false,
    responseMs: undefined,
  });
  const cases = [...all, ...derived.underivable];
  const ask = async () => planServer(suite, await urlOf(target), given);
  return caseTests({ suite, target: "server", cases, concurrency, exclusive, ask }, options);
}

/** The tests of a receiver of callbacks. */
async function receiverTests(
  contract: string | Suite,
  target: Address,
  options: TargetOptions = {},
): Promise<CaseTests> {
  const { suite, provider } = await loaded(contract, options);
  const { boundaries, callbacks } = casesOfReceiver(suite, provider);
  const cases = [...suite.cases, ...boundaries, ...callbacks];
  const ask = async () => planReceiver(suite, await urlOf(target), { ...options, provider });
  const exclusive = new Set<string>();
  return caseTests(
    { suite, target: "receiver", cases, concurrency: mostAtATime, exclusive, ask },
    options,
  );
}

/**
 * The tests of a client.
 *
 * @param command starts the client, which speaks the protocol of the package's README
 */
async function clientTests(
  contract: string | Suite,
  command: string,
  options: TestOptions = {},
): Promise<CaseTests> {
  const suite = await suiteOf(contract);
  const derived = suite.derived("client");
  const cases = [
    ...[...suite.cases, ...derived.cases, ...derived.underivable],
    ...[...suite.constraints("client").cases, ...callCases(suite)],
  ];
  const ask = () => planClient(suite, command);
  const exclusive = new Set<string>();
  return caseTests({ suite, target: "client", cases, concurrency: 1, exclusive, ask }, options);
}

/** The contract, and the given provider or the project's own. */
async function loaded(contract: string | Suite, options: TargetOptions) {
  const suite = await suiteOf(contract);
  const own = (): Promise<Provider> => loadProvider(undefined, suite.contract.name);
  return { suite, provider: options.provider ?? (await own()) };
}

async function suiteOf(contract: string | Suite): Promise<Suite> {
  return typeof contract === "string" ? loadContract(contract) : contract;
}
