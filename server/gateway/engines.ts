import type { Contract, OperationMap } from "@contract-toolkit/kernel";
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
  return engine === "compiled"
    ? { gateway: compiledEngine(gateway), sandbox: compiledEngine(sandbox) }
    : {
        gateway: await byMiddleware(gateway, options),
        sandbox: await byMiddleware(sandbox, options),
      };
}

async function byMiddleware<Types extends OperationMap<Types>>(
  contract: Contract<Types>,
  options: EngineOptions,
): Promise<Engine> {
  // Loaded when it is asked for: it takes longer than the whole gateway.
  const { middlewareEngine } = await import("../skeleton/middleware-engine/index.ts");
  return middlewareEngine(contract, readSchemas(contract.name), options);
}
