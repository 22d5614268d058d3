import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { hasCode, loadSuite, type Suite } from "@contract-toolkit/conformance";
import type { Operation } from "@contract-toolkit/contract";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/**
 * Loads a generated contract.
 *
 * @param load reads it; a caller that loads a contract several times can pass a cached result
 * @throws {UsageError} when the folder has none, or a generated file is damaged
 */
export async function loadContract(folder: string, load = loadSuite): Promise<Suite> {
  return load(folder).catch(async (error: unknown) => {
    // The error of a missing package has no URL.
    const isIncomplete =
      error instanceof Error &&
      "url" in error &&
      String(error.url).startsWith(pathToFileURL(resolve(folder)).href);
    if (error instanceof SyntaxError || isIncomplete)
      throw new UsageError(
        `A generated file in ${folder} is damaged: ${error.message}. Run contract generate again.`,
      );
    if (!hasCode(error, "no-contract")) throw error;
    const inside = await contractsIn(folder);
    throw new UsageError(
      `${folder} is not a contract, but has some. Name one: ${inside.join(", ")}`,
    );
  });
}

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

/**
 * The folder itself if it is a generated contract, or else those in it.
 *
 * @throws {UsageError} when there is none
 */
export async function contractsIn(folder: string): Promise<string[]> {
  if (isContract(folder)) return [folder];
  const entries = await readdir(folder).catch(() => []);
  const inside = entries
    .map((name) => join(folder, name))
    .filter(isContract)
    .sort();
  if (inside.length > 0) return inside;
  if (!existsSync(folder)) throw new UsageError(`There is no file or folder ${folder}.`);
  throw new UsageError(
    `${folder} has no generated contract. \`contract generate\` writes one into generated/<service>. An OpenAPI document is named by its file.`,
  );
}

function isContract(folder: string): boolean {
  return ["index.ts", "samples.json", "messages.json"].every((file) =>
    existsSync(join(folder, file)),
  );
}

/** All contracts are served at one address, so each path must belong to one contract. */
function requireApart(suites: readonly Suite[]): void {
  const paths = suites.flatMap(({ contract }) =>
    Object.values(contract.operations).map((operation) => ({ contract, operation })),
  );
  const groups = Map.groupBy(paths, ({ operation }) => pathTemplateShape(operation));
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

/** Paths that differ only in the names of their parameters are the same. */
function pathTemplateShape({ path }: Operation): string {
  return path.replace(/\{[^{}]*\}/g, "{}");
}
