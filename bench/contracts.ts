import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Contract, type MessageSchemas, wholeMessages } from "@contract-toolkit/contract";
import {
  type CompiledSchemas,
  serverSchemas,
} from "../scripts/generate/validation/compiled-schemas.ts";

/** Loads the contract that was generated into a folder. An installed application has it as JavaScript. */
export async function readContract(folder: string): Promise<Contract> {
  const script = join(folder, "index.js");
  const { href } = pathToFileURL(existsSync(script) ? script : join(folder, "index.ts"));
  const { contract } = (await import(href)) as { contract: Contract };
  return contract;
}

/** Reads the schemas of the compiled validators, for contenders that compile their own. */
export async function readSchemas(folder: string): Promise<CompiledSchemas> {
  const text = await readFile(join(folder, "messages.json"), "utf8");
  return serverSchemas(wholeMessages(JSON.parse(text) as MessageSchemas));
}
