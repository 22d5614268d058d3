import { contract as gateway } from "../../generated/gateway/index.ts";
import { contract as sandbox } from "../../generated/sandbox/index.ts";
import { compiledEngine, type Engine } from "../skeleton/index.ts";
import type { EngineOptions } from "../skeleton/middleware-engine/index.ts";
import type { Settings } from "./settings.ts";
import { readSchemas } from "./http/generated-documents.ts";

/** The engine of each contract that the gateway serves. */
export interface Engines {
  readonly gateway: Engine;
  readonly sandbox: Engine;
}

/** Makes the engines that the settings ask for. */
export async function createEngines(
  engine: Settings["engine"],
  options: EngineOptions,
): Promise<Engines> {
  if (engine === "compiled")
    return { gateway: compiledEngine(gateway), sandbox: compiledEngine(sandbox) };
  // Loaded when it is asked for: it takes longer than the whole gateway.
  const { middlewareEngine } = await import("../skeleton/middleware-engine/index.ts");
  return {
    gateway: await middlewareEngine(gateway, readSchemas("gateway"), options),
    sandbox: await middlewareEngine(sandbox, readSchemas("sandbox"), options),
  };
}
