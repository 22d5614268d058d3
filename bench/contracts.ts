import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { wholeMessages, type Contract, type MessageSchemas } from "@contract-toolkit/kernel";
import {
  serverSchemas,
  type CompiledSchemas,
} from "../scripts/generate/validation/compiled-schemas.ts";

/** The contract that was generated into a folder. */
export async function readContract(folder: string): Promise<Contract> {
  const { href } = pathToFileURL(join(folder, "index.ts"));
  const { contract } = (await import(href)) as { contract: Contract };
  return contract;
}

/** The schemas of the compiled validators, for those who compile their own. */
export async function readSchemas(folder: string): Promise<CompiledSchemas> {
  const text = await readFile(join(folder, "messages.json"), "utf8");
  return serverSchemas(wholeMessages(JSON.parse(text) as MessageSchemas));
}
