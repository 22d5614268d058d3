import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { Provider } from "../../provider.ts";
import { readScenarios } from "../../scenarios/read/read.ts";
import { FileError } from "../../scenarios/read/yaml.ts";
import type { Scenario } from "../../scenarios/scenario.ts";
import { loadSuite, type Suite } from "../../suite.ts";
import { contractsIn } from "./contracts.ts";
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
