import { join } from "node:path";
import type { Engine } from "../../server/skeleton/index.ts";
import type { EngineName } from "../../server/skeleton/testing/engine.ts";
import { generateContracts } from "../../server/skeleton/testing/generated.ts";
import { loadSuite, type Suite } from "../index.ts";

export { librarySpec } from "../../server/skeleton/testing/generated.ts";

/** What a specification gives, in a folder of its own. */
export interface GeneratedFolder extends AsyncDisposable {
  readonly folder: string;
  load(service: string): Promise<Suite>;
  engine({ contract }: Suite, name: EngineName): Promise<Engine>;
}

/** Generates from a specification into a temporary folder. */
export async function generateInto(entry: string): Promise<GeneratedFolder> {
  const generated = await generateContracts(entry);
  const loaded = new Map<string, Promise<Suite>>();
  return {
    folder: generated.folder,
    // Once: its cases are derived when they are asked for, which takes most of the time of a small test.
    load: (service) => {
      const suite = loaded.get(service) ?? loadSuite(join(generated.folder, service));
      loaded.set(service, suite);
      return suite;
    },
    engine: ({ contract }, name) => generated.engine(contract, name),
    [Symbol.asyncDispose]: () => generated[Symbol.asyncDispose](),
  };
}
