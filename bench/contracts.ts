import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Contract, type MessageSchemas, wholeMessages } from "@contract-toolkit/kernel";
import {
  type CompiledSchemas,
  serverSchemas,
} from "../scripts/generate/validation/compiled-schemas.ts";

/** The contract that was generated into a folder. An application that is installed has it as JavaScript. */
export async function readContract(folder: string): Promise<Contract> {
  const script = join(folder, "index.js");
  const { href } = pathToFileURL(existsSync(script) ? script : join(folder, "index.ts"));
  const { contract } = (await import(href)) as { contract: Contract };
  return contract;
}

/** The schemas of the compiled validators, for those who compile their own. */
export async function readSchemas(folder: string): Promise<CompiledSchemas> {
  const text = await readFile(join(folder, "messages.json"), "utf8");
  return serverSchemas(wholeMessages(JSON.parse(text) as MessageSchemas));
}
