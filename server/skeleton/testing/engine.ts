import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Contract, MessageSchemas } from "@contract-toolkit/contract";
import { compiledEngine, type Engine } from "../index.ts";
import { middlewareEngine, type Disagreement } from "../../openapi-validator-engine/index.ts";

/** The names of the engines. Tests expect the same of both. */
export const engines = ["compiled", "express-openapi-validator"] as const;

export type EngineName = (typeof engines)[number];

/** Makes an engine for a generated contract, with a cache. Disagreements of the validators become a 500. */
export function testEngine(contract: Contract, folder: string, name: EngineName): Promise<Engine> {
  const key = `${name} ${folder}`;
  const engine = made.get(key) ?? makeEngine(contract, folder, name);
  made.set(key, engine);
  return engine;
}

const made = new Map<string, Promise<Engine>>();

async function makeEngine(contract: Contract, folder: string, name: EngineName): Promise<Engine> {
  if (name === "compiled") return compiledEngine(contract);
  const text = await readFile(join(folder, "messages.json"), "utf8");
  return middlewareEngine(contract, JSON.parse(text) as MessageSchemas, { onDisagreement });
}

function onDisagreement(disagreement: Disagreement): never {
  throw new Error(`The validators disagree: ${JSON.stringify(disagreement)}`);
}
