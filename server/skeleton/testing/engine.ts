import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Contract, MessageSchemas } from "@contract-toolkit/kernel";
import { compiledEngine, type Engine } from "../index.ts";
import { middlewareEngine } from "../middleware-engine/index.ts";

/** The engine that this run of the tests is for, of a generated contract. */
export async function testEngine(contract: Contract, folder: string): Promise<Engine> {
  const engine = process.env["ENGINE"];
  if (engine === undefined) return compiledEngine(contract);
  if (engine !== "express-openapi-validator") throw new Error(`There is no engine ${engine}.`);
  const text = await readFile(join(folder, "messages.json"), "utf8");
  return middlewareEngine(contract, JSON.parse(text) as MessageSchemas);
}
