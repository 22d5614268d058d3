import { rmSync } from "node:fs";
import { join } from "node:path";
import { compilePackages } from "./compile.ts";
import { packages, type Package } from "./manifest.ts";
import { pack, stage } from "./stage.ts";

/**
 * Builds every package into a folder: `<name>` has the packed files, `<name>-<version>.tgz` is the archive. The folder is
 * emptied first.
 */
export function buildPackages(out: string) {
  rmSync(out, { recursive: true, force: true });
  const compiled = join(out, "compiled");
  const folderOf = ({ folder, manifest: { build } }: Package) =>
    // A package with files from outside of its folder gets only those that itself imports.
    join(compiled, build?.from === undefined ? (build?.browser ? "browser" : "node") : folder);
  for (const [folder, together] of Map.groupBy(packages, folderOf))
    compilePackages(together, folder);
  const staged = packages.map((item) => stage(item, folderOf(item), out));
  const built = pack(staged, out);
  rmSync(compiled, { recursive: true });
  return built;
}
