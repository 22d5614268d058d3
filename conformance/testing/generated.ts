import { join } from "node:path";
import { generateContracts } from "../../server/skeleton/testing/generated.ts";
import { suiteIn } from "./suites.ts";

export { librarySpec } from "../../server/skeleton/testing/generated.ts";

export type GeneratedFolder = Awaited<ReturnType<typeof generateInto>>;

/** Generates from a specification into a temporary folder that is removed after the tests. */
export async function generateInto(entry: string) {
  const generated = await generateContracts(entry);
  return {
    folder: generated.folder,
    load: (service: string) => suiteIn(join(generated.folder, service)),
  };
}
