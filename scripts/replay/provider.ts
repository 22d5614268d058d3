import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Provider } from "@contract-toolkit/conformance";
import { UsageError } from "../usage-error.ts";

/**
 * Loads what sets up the provider states of a contract. A file that was named must be there; the default may be missing,
 * for a contract whose cases need nothing.
 *
 * @throws {UsageError} when a named file is missing or exports no provider.
 */
export async function loadProvider(named: string | undefined, contract: string): Promise<Provider> {
  const file = named ?? join("server", "provider-states", `${contract}.ts`);
  if (!existsSync(file)) {
    if (named === undefined) return { states: {} };
    throw new UsageError(`--provider ${file}: there is no such file.`);
  }
  const module = (await import(pathToFileURL(resolve(file)).href)) as {
    provider?: Partial<Provider>;
  };
  const { states, ...others } = module.provider ?? {};
  if (!states) throw new UsageError(`--provider ${file} exports no provider with states.`);
  return { ...others, states };
}
