import { existsSync } from "node:fs";
import { cp, readdir, rename } from "node:fs/promises";
import { basename, join } from "node:path";
import { writeInside } from "@contract-toolkit/generate/generated-files/write-inside";

/**
 * Writes the files of a new project.
 *
 * @param manifest text of its `package.json`
 * @param archives packages that it is installed from. It has copies of them, so that a clone can be installed anywhere
 */
export async function writeTemplate(
  folder: string,
  manifest: string,
  archives: readonly string[] = [],
): Promise<void> {
  await cp(join(import.meta.dirname, "template"), folder, { recursive: true });
  const packaged = join(folder, "_github");
  if (!existsSync(packaged)) await cp(ownWorkflow, join(packaged, "workflows/contract.yml"));
  // The names begin with "_", because npm does not pack .gitignore, and tools of this repository would use the other files.
  for (const name of await readdir(folder))
    if (name.startsWith("_")) await rename(join(folder, name), join(folder, `.${name.slice(1)}`));
  for (const archive of archives) await cp(archive, join(folder, "packages", basename(archive)));
  await writeInside(folder, "package.json", manifest);
}

/** The workflow of this repository, which packages have in their template. */
export const ownWorkflow = join(import.meta.dirname, "../../../.github/workflows/contract.yml");
