import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { hasCode } from "../../errors.ts";
import { loadSuite, type Suite } from "../../suite.ts";

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
    if (error instanceof SyntaxError || error instanceof TypeError || isIncomplete)
      throw new UsageError(
        `A generated file in ${folder} is damaged, or of another version: ${error.message}. Run contract generate again.`,
      );
    if (!hasCode(error, "no-contract")) throw error;
    const inside = await contractsIn(folder);
    throw new UsageError(
      `${folder} is not a contract, but has some. Name one: ${inside.join(", ")}`,
    );
  });
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
