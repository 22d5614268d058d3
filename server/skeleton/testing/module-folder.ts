import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const contractPackage = resolve(import.meta.dirname, "../../../contract");

/** Adds to a folder what generated files need in another project: ES modules, and the contract package as npm installs a folder. */
export async function makeModuleFolder(folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const packages = join(folder, "node_modules/@contract-toolkit");
  await mkdir(packages, { recursive: true });
  await symlink(contractPackage, join(packages, "contract"));
}
