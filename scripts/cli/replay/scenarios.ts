import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  loadSuite,
  readScenarios,
  type Provider,
  type Scenario,
  type Suite,
} from "@contract-toolkit/conformance";
import { FileError } from "@contract-toolkit/conformance/internal";
import { contractsIn } from "@contract-toolkit/mock/load";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { loadProvider } from "./provider.ts";

/**
 * Loads the scenarios of a contract from `spec/<contract>/scenarios`, if the folder exists. They may use every contract that
 * was generated beside it.
 *
 * @throws {UsageError} when a scenario is not valid
 */
export async function loadScenarios(
  folder: string,
  suite: Suite,
  provider: Provider,
): Promise<Scenario[]> {
  const scenarios = join("spec", suite.contract.name, "scenarios");
  if (!existsSync(scenarios)) return [];
  const folders = await contractsIn(dirname(resolve(folder)));
  // A state that only the project's own provider has is valid. With another provider, its scenario cannot be played.
  const own = await loadProvider(undefined, suite.contract.name);
  return readScenarios(scenarios, {
    suites: await Promise.all(folders.map((folder) => loadSuite(folder))),
    providerStates: [...Object.keys(provider.states), ...Object.keys(own.states)],
  }).catch((error: unknown) => {
    if (error instanceof FileError) throw new UsageError(error.message);
    throw error;
  });
}
