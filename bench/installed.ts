import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { buildPackages } from "../scripts/repository/packages/build.ts";

const root = resolve(import.meta.dirname, "..");

/** The contenders as an application that is installed runs them. */
export interface Installed extends Disposable {
  /** Takes what `contenders/process.ts` takes. */
  readonly script: string;
  /** Copies a generated contract to where it finds the packages that were built. */
  readonly copyContract: (folder: string, name: string) => Promise<string>;
}

/** Builds packages and contenders, so that no process has types to remove. */
export async function installContenders(): Promise<Installed> {
  // Below the repository, so that the packages of others are found.
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
    script: join(folder, "contenders/process.js"),
    async copyContract(generated, name) {
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
