import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { entriesOf, root, sourcesByName } from "./manifest.ts";
import { packages as all, type Package } from "./manifest.ts";

/** Compiles all that some packages reach from their entries and modules: JavaScript and declarations, at the places of their sources. */
export function compile(packages: readonly Package[], out: string): void {
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
    // By their names they would be found below node_modules, of which the compiler does not always write the JavaScript.
    paths: Object.fromEntries(
      all.flatMap(({ folder, manifest }) => sourcesByName(folder, manifest)),
    ),
    declaration: true,
    allowJs: true,
    rewriteRelativeImportExtensions: true,
  };
  mkdirSync(out, { recursive: true });
  const project = join(out, "tsconfig.json");
  // Declarations of modules that come without any are imported by nobody.
  const include = packages.map(({ folder }) => join(root, folder, "**/*.d.ts"));
  const config = { extends: join(root, "tsconfig.json"), compilerOptions, include, files };
  writeFileSync(project, JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript-7/bin/tsc");
  execFileSync(process.execPath, [tsc, "--project", project], { stdio: "inherit" });
  rmSync(project);
}
