import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract } from "@contract-toolkit/kernel";

/** The contract that was generated into a folder. An application that is installed has it as JavaScript. */
export async function readContract(folder: string): Promise<Contract> {
  const script = join(folder, "index.js");
  const { href } = pathToFileURL(existsSync(script) ? script : join(folder, "index.ts"));
  const { contract } = (await import(href)) as { contract: Contract };
  return contract;
}
