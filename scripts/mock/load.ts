import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { loadSuite, type Suite } from "@contract-toolkit/conformance";
import type { Operation } from "@contract-toolkit/kernel";
import { UsageError } from "../usage-error.ts";

/**
 * Loads generated contracts: of each folder the one that it is, or all that are in it.
 *
 * @throws {UsageError} when there is none, or two have a path of the same shape.
 */
export async function loadContracts(folders: readonly string[]): Promise<Suite[]> {
  const found = (await Promise.all(folders.map(contractsIn))).flat();
  const suites: Suite[] = [];
  for (const folder of new Set(found.map((each) => resolve(each))))
    suites.push(await loadSuite(folder));
  requireApart(suites);
  return suites;
}

/** The generated contracts in a folder, or the one that it is. */
export async function contractsIn(folder: string): Promise<string[]> {
  if (isContract(folder)) return [folder];
  const entries = await readdir(folder).catch(() => []);
  const inside = entries
    .map((name) => join(folder, name))
    .filter(isContract)
    .sort();
  if (inside.length > 0) return inside;
  throw new UsageError(
    `${folder} has no generated contract. \`contract generate\` writes one into generated/<service>.`,
  );
}

function isContract(folder: string): boolean {
  return ["index.ts", "samples.json", "messages.json"].every((file) =>
    existsSync(join(folder, file)),
  );
}

/** A request has to be meant for one contract only, as behind one address. */
function requireApart(suites: readonly Suite[]): void {
  const paths = suites.flatMap(({ contract }) =>
    Object.values(contract.operations).map((operation) => ({ contract, operation })),
  );
  const groups = Map.groupBy(paths, ({ operation }) => shapeOf(operation));
  for (const of of groups.values()) {
    const [first, ...others] = of;
    const other = others.find(({ contract }) => contract !== first?.contract);
    if (first && other)
      throw new UsageError(
        `${first.contract.name} and ${other.contract.name} both have the path ${first.operation.path} ` +
          `(${first.operation.id}, ${other.operation.id}). Name the folder of one of them.`,
      );
  }
}

/** Paths that differ in nothing but the names of their parameters are the same. */
function shapeOf({ path }: Operation): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}
