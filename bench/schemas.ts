import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { wholeMessages, type MessageSchemas } from "@contract-toolkit/kernel";
import {
  serverSchemas,
  type CompiledSchemas,
} from "../scripts/generate/validation/compiled-schemas.ts";

/** The schemas of the compiled validators, for those who compile their own. */
export async function readSchemas(folder: string): Promise<CompiledSchemas> {
  const text = await readFile(join(folder, "messages.json"), "utf8");
  return serverSchemas(wholeMessages(JSON.parse(text) as MessageSchemas));
}
