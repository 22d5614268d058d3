import { rmSync } from "node:fs";
import { join } from "node:path";
import { compile } from "./compile.ts";
import { packages } from "./manifest.ts";
import { pack, stage } from "./stage.ts";

/**
 * Builds every package into a folder: `<name>` has the packed files, `<name>-<version>.tgz` is the archive. The folder is
 * emptied first.
 */
export function buildPackages(out: string) {
  rmSync(out, { recursive: true, force: true });
  const compiled = join(out, "compiled");
  const forBrowsers = packages.filter(({ manifest }) => manifest.build?.browser);
  compile(forBrowsers, compiled);
  compile(
    packages.filter((item) => !forBrowsers.includes(item)),
    compiled,
  );
  const staged = packages.map((item) => stage(item, compiled, out));
  const built = pack(staged, out);
  rmSync(compiled, { recursive: true });
  return built;
}
