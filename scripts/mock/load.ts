import { resolve } from "node:path";
import type { Suite } from "@contract-toolkit/conformance";
import { contractsIn, loadContract } from "@contract-toolkit/conformance/internal";
import { pathShape } from "@contract-toolkit/contract";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Loads generated contracts. Each folder is a contract, or has contracts in it.
 *
 * @throws {UsageError} when a folder has none, or two contracts have the same path
 */
export async function loadContracts(folders: readonly string[]): Promise<Suite[]> {
  const found = (await Promise.all(folders.map(contractsIn))).flat();
  const suites: Suite[] = [];
  for (const folder of new Set(found.map((text) => resolve(text))))
    suites.push(await loadContract(folder));
  requireApart(suites);
  return suites;
}

/** All contracts are served at one address, so each path must belong to one contract. */
function requireApart(suites: readonly Suite[]): void {
  const paths = suites.flatMap(({ contract }) =>
    Object.values(contract.operations).map((operation) => ({ contract, operation })),
  );
  const groups = Map.groupBy(paths, ({ operation }) => pathShape(operation.path));
  for (const of of groups.values()) {
    const [first, ...others] = of;
    const conflicting = others.find(({ contract }) => contract !== first?.contract);
    if (first && conflicting)
      throw new UsageError(
        `${first.contract.name} and ${conflicting.contract.name} both have the path ${first.operation.path} ` +
          `(${first.operation.id}, ${conflicting.operation.id}). Name the folder of one of them.`,
      );
  }
}
