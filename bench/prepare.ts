import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compileSpec } from "../scripts/generate/compile.ts";
import { generateFrom } from "../scripts/generate/index.ts";
import { readServices } from "../scripts/generate/service-model/read-services.ts";
import { writeFolder } from "../scripts/generate/generated-files/write.ts";
import { makeModuleFolder } from "../server/skeleton/testing/module-folder.ts";
import { DOCUMENTED_OPERATIONS, specificationOf } from "./large-specification.ts";

/**
 * Generates contracts of these numbers of operations, each in a folder below `root`. The gateway's own contract is not
 * generated again.
 *
 * @returns folders of generated contracts by their number of operations
 */
export async function prepare(
  root: string,
  sizes: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const folders = new Map<number, string>();
  for (const size of sizes) {
    if (size === DOCUMENTED_OPERATIONS) {
      folders.set(size, resolve(import.meta.dirname, "../generated/gateway"));
      continue;
    }
    const folder = join(root, String(size));
    const entry = join(folder, "spec/main.tsp");
    await mkdir(join(folder, "spec"), { recursive: true });
    await writeFile(entry, specificationOf(size));
    await makeModuleFolder(folder);
    const spec = await compileSpec(entry);
    const { files } = await generateFrom(spec, await readServices(spec));
    await writeFolder(join(folder, "generated"), files);
    folders.set(size, join(folder, "generated/gateway"));
  }
  return folders;
}
