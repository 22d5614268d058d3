import { compiledEngine, type Engine } from "../../../../server/skeleton/index.ts";
import {
  middlewareEngine,
  type Disagreement,
} from "../../../../server/skeleton/middleware-engine/index.ts";
import type { Suite } from "../../../index.ts";
import { suiteIn } from "../../../testing/suites.ts";

/** A contract with everything that is derived from, and both engines of it. */
export interface Subject extends Suite {
  readonly engines: Engines;
  /** What the second engine has reported so far: it asks the validators of both. */
  readonly disagreements: readonly Disagreement[];
}

/** The engines that have to judge alike. */
export interface Engines {
  readonly compiled: Engine;
  readonly middleware: Engine;
}

/** Loads a generated contract with both of its engines. */
export async function loadSubject(folder: string): Promise<Subject> {
  const suite = await suiteIn(folder);
  const disagreements: Disagreement[] = [];
  const onDisagreement = (each: Disagreement) => disagreements.push(each);
  return {
    ...suite,
    disagreements,
    engines: {
      compiled: compiledEngine(suite.contract),
      middleware: await middlewareEngine(suite.contract, suite.messages, { onDisagreement }),
    },
  };
}
