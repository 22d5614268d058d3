import { contract as gateway } from "../../../generated/gateway/index.ts";
import { contract as sandbox } from "../../../generated/sandbox/index.ts";
import { compiledEngine } from "@contract-toolkit/skeleton";
import type { EngineOptions } from "@contract-toolkit/openapi-validator-engine";
import { readSchemas } from "./generated-documents.ts";

/** The validators of requests and responses. Both give the same results. */
export type EngineName = "compiled" | "express-openapi-validator";

/** The engine of each contract that the gateway serves. */
export type Engines = Awaited<ReturnType<typeof createEngines>>;

/** Makes the engines of the settings. */
export async function createEngines(engine: EngineName, options: EngineOptions) {
  if (engine === "compiled")
    return { gateway: compiledEngine(gateway), sandbox: compiledEngine(sandbox) };
  // Loaded only if it is used, because that takes longer than loading the whole gateway.
  const { middlewareEngine } = await import("@contract-toolkit/openapi-validator-engine");
  return {
    gateway: await middlewareEngine(gateway, readSchemas("gateway"), options),
    sandbox: await middlewareEngine(sandbox, readSchemas("sandbox"), options),
  };
}
