import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract } from "@contract-toolkit/kernel";

/** The contract that was generated into a folder. */
export async function readContract(folder: string): Promise<Contract> {
  const { href } = pathToFileURL(join(folder, "index.ts"));
  const { contract } = (await import(href)) as { contract: Contract };
  return contract;
}
