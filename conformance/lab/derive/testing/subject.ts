import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenApiDocument } from "contract-kernel";
import { compiledEngine, type Engine } from "../../../../server/skeleton/index.ts";
import { middlewareEngine } from "../../../../server/skeleton/middleware-engine/index.ts";
import { loadSuite, type Suite } from "../../../index.ts";

/** A contract with everything that is derived from, and both engines of it. */
export interface Subject extends Suite {
  readonly document: OpenApiDocument;
  readonly engines: Engines;
}

/** The engines that have to judge alike. */
export interface Engines {
  readonly compiled: Engine;
  readonly middleware: Engine;
}

/** Loads a generated contract with both of its engines. */
export async function loadSubject(folder: string): Promise<Subject> {
  const suite = await loadSuite(folder);
  const text = await readFile(join(folder, "openapi.json"), "utf8");
  const document = JSON.parse(text) as OpenApiDocument;
  return {
    ...suite,
    document,
    engines: {
      compiled: compiledEngine(suite.contract),
      middleware: await middlewareEngine(suite.contract, suite.messages),
    },
  };
}
