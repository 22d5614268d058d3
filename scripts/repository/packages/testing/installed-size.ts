import { globSync, readFileSync, realpathSync, statSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import type { Manifest } from "../manifest.ts";

/** Measures what npm installs with a package: the package, its dependencies, and the peers that it requires. */
export function measureInstalled(folder: string): { megabytes: number; packages: number } {
  const manifests = new Set<string>();
  collectManifests(join(folder, "package.json"), manifests);
  // An installed program of a package may be a link to the same file in another package.
  const sizes = new Map([...manifests].flatMap((file) => fileSizes(dirname(file))));
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return { megabytes: bytes / 1e6, packages: manifests.size };
}

function collectManifests(file: string, into: Set<string>): void {
  if (into.has(file)) return;
  into.add(file);
  const manifest = JSON.parse(readFileSync(file, "utf8")) as InstalledManifest;
  const {
    dependencies,
    optionalDependencies = {},
    peerDependencies,
    peerDependenciesMeta,
  } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  for (const name of names.filter((each) => !peerDependenciesMeta?.[each]?.optional)) {
    const found = findManifest(name, file);
    // Npm installs only the optional ones of this platform.
    if (found === undefined && !(name in optionalDependencies))
      throw new Error(`${file} needs ${name}, which is not installed.`);
    if (found !== undefined) collectManifests(realpathSync(found), into);
  }
}

interface InstalledManifest extends Manifest {
  readonly optionalDependencies?: object;
}

function findManifest(name: string, from: string): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    return undefined;
  }
}

/** Bytes of the files of a package, by the number of the file on its disk. */
function fileSizes(folder: string): [bigint, number][] {
  const exclude = (name: string) => name === "node_modules";
  return globSync("**/*", { cwd: folder, exclude })
    .map((path) => statSync(join(folder, path), { bigint: true }))
    .filter((file) => file.isFile())
    .map(({ ino, size }) => [ino, Number(size)]);
}
