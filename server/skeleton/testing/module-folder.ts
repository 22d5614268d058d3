import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

const kernel = resolve(import.meta.dirname, "../../../contract");

/** Gives a folder all that generated files of another project need: ES modules, and the kernel as npm installs a folder. */
export async function makeModuleFolder(folder: string): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  await mkdir(join(folder, "node_modules/@contract-toolkit"), { recursive: true });
  await symlink(kernel, join(folder, "node_modules/@contract-toolkit/kernel"));
}
