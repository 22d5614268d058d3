import { join } from "node:path";
import type { Engine } from "../../server/skeleton/index.ts";
import type { EngineName } from "../../server/skeleton/testing/engine.ts";
import { generateContracts } from "../../server/skeleton/testing/generated.ts";
import type { Suite } from "../index.ts";
import { suiteIn } from "./suites.ts";

export { librarySpec } from "../../server/skeleton/testing/generated.ts";

export interface GeneratedFolder {
  readonly folder: string;
  load(service: string): Promise<Suite>;
  engine({ contract }: Suite, name: EngineName): Promise<Engine>;
}

/** Generates from a specification into a temporary folder that is removed after the tests. */
export async function generateInto(entry: string): Promise<GeneratedFolder> {
  const generated = await generateContracts(entry);
  return {
    folder: generated.folder,
    load: (service) => suiteIn(join(generated.folder, service)),
    engine: ({ contract }, name) => generated.engine(contract, name),
  };
}
