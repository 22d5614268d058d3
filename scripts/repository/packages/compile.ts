import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf, packages as all, root, sourcesByName, type Package } from "./manifest.ts";

/** Compiles the modules that packages reach from their entries into JavaScript and declarations, at the paths of their sources. */
export function compilePackages(packages: readonly Package[], out: string): void {
  const files = packages.flatMap(({ folder, manifest }) =>
    [...entriesOf(manifest), ...(manifest.build?.modules ?? [])]
      .filter((path) => /\.[jt]s$/.test(path))
      .map((path) => join(root, folder, path)),
  );
  const isForBrowsers = packages.every(({ manifest }) => manifest.build?.browser);
  const compilerOptions = {
    noEmit: false,
    rootDir: root,
    outDir: out,
    target: "es2022",
    lib: ["es2024", "dom", "dom.iterable"],
    types: isForBrowsers ? [] : ["node"],
    typeRoots: [join(root, "node_modules/@types")],
    // Without paths, the compiler finds the packages in node_modules and may not write their JavaScript.
    paths: Object.fromEntries(
      all.flatMap(({ folder, manifest }) => sourcesByName(folder, manifest)),
    ),
    declaration: true,
    allowJs: true,
    rewriteRelativeImportExtensions: true,
  };
  mkdirSync(out, { recursive: true });
  const project = join(out, "tsconfig.json");
  // No module imports the declaration files for untyped modules, so they are included by name.
  const include = packages.map(({ folder }) => join(root, folder, "**/*.d.ts"));
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include, files };
  writeFileSync(project, JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript-7/bin/tsc");
  execFileSync(process.execPath, [tsc, "--project", project], { stdio: "inherit" });
  rmSync(project);
}
