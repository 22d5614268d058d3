import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract, Sample } from "../generated/contract.ts";
import { casesOfSamples, type Case } from "./case.ts";

/** A generated contract with the cases to replay against its implementations. */
export interface Suite {
  readonly contract: Contract;
  readonly cases: readonly Case[];
}

/**
 * Loads a generated contract and its samples.
 *
 * @param folder for example `generated/gateway`
 * @example
 * const suite = await loadSuite("generated/gateway");
 */
export async function loadSuite(folder: string): Promise<Suite> {
  const path = resolve(folder);
  const entry = (await import(pathToFileURL(join(path, "index.ts")).href)) as {
    contract: Contract;
  };
  const samples = JSON.parse(
    await readFile(join(path, "samples.json"), "utf8"),
  ) as Sample[];
  return {
    contract: entry.contract,
    cases: casesOfSamples(entry.contract.operations, samples),
  };
}
