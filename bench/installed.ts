import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { buildPackages } from "../scripts/repository/packages/build.ts";

const root = resolve(import.meta.dirname, "..");

/** Builds packages and contenders as an application installs them, so that no process has to strip types. */
export async function installContenders() {
  // Node.js finds the other packages only from a folder below the repository.
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist/bench-"));
  for (const { name, folder: built } of buildPackages(join(folder, "packages"))) {
    const link = join(folder, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(built, link);
  }
  const compile = (entry: string, outdir: string, bundle: boolean) =>
    build({
      entryPoints: [entry],
      outdir,
      bundle,
      splitting: bundle,
      platform: "node",
      format: "esm",
      ...(bundle && { packages: "external" as const }),
    });
  await compile(
    join(import.meta.dirname, "contenders/process.ts"),
    join(folder, "contenders"),
    true,
  );
  return {
    /** Has the same arguments as `contenders/process.ts`. */
    script: join(folder, "contenders/process.js"),
    /** Copies a generated contract to a folder from which the built packages are found. */
    async copyContract(generated: string, name: string) {
      const target = join(folder, name);
      cpSync(generated, target, { recursive: true });
      await compile(join(target, "index.ts"), target, false);
      return target;
    },
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true });
    },
  };
}
