import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { inspect } from "node:util";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { Provider } from "../../provider.ts";

/**
 * Loads the provider of a contract. If the default file does not exist, the provider has no states.
 *
 * @param named the file of `--provider`; default: `server/provider-states/<contract>.ts`
 * @throws {UsageError} when a named file does not exist, or a file cannot be loaded or exports no provider
 */
export async function loadProvider(named: string | undefined, contract: string): Promise<Provider> {
  const file = named ?? join("server", "provider-states", `${contract}.ts`);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    if (named === undefined) return { states: {} };
    throw new UsageError(`--provider ${file} is not a file.`);
  }
  const loading = import(pathToFileURL(resolve(file)).href) as Promise<{
    provider?: Partial<Provider>;
  }>;
  const module = await loading.catch((error: unknown) => {
    throw new UsageError(`The provider ${file} cannot be loaded: ${inspect(error)}`);
  });
  const { states, ...others } = module.provider ?? {};
  if (!states)
    throw new UsageError(
      `The provider ${file} must export \`provider\`, an object with \`states\`.`,
    );
  return { ...others, states };
}
