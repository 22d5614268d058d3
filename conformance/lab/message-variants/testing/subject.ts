import { compiledEngine, type Engine } from "../../../../server/skeleton/index.ts";
import { middlewareEngine } from "../../../../server/skeleton/middleware-engine/index.ts";
import { loadSuite, type Suite } from "../../../index.ts";

/** A contract with everything that is derived from, and both engines of it. */
export interface Subject extends Suite {
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
  return {
    ...suite,
    engines: {
      compiled: compiledEngine(suite.contract),
      middleware: await middlewareEngine(suite.contract, suite.messages),
    },
  };
}
