import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { buildPackages } from "./build.ts";
import type { Manifest } from "./manifest.ts";

const repository = resolve(import.meta.dirname, "../../..");

/** A project with the installed packages of this repository. */
interface InstalledProject extends Disposable {
  readonly folder: string;
  /** Manifests of the packages, by name. */
  readonly manifests: ReadonlyMap<string, PublishedManifest>;
}

/** The fields of a published `package.json` that tests read. */
export interface PublishedManifest extends Omit<Manifest, "exports"> {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/**
 * Builds and packs the packages, unpacks them into the `node_modules` of an empty project and links their declared
 * dependencies. No other package can be imported.
 */
export function installPackages(): InstalledProject {
  const folder = mkdtempSync(join(tmpdir(), "installed-"));
  const modules = join(folder, "node_modules");
  const packed = join(folder, "packed");
  const manifests = new Map<string, PublishedManifest>();
  for (const { name, archive } of buildPackages(packed)) {
    const target = join(modules, name);
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
    manifests.set(name, readPublishedManifest(target));
  }
  for (const { dependencies, peerDependencies } of manifests.values())
    linkPackages(folder, Object.keys({ ...dependencies, ...peerDependencies }));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  return {
    folder,
    manifests,
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Links missing packages from this repository. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const target = join(folder, "node_modules", name);
    if (existsSync(target)) continue;
    mkdirSync(dirname(target), { recursive: true });
    symlinkSync(join(repository, "node_modules", name), target);
  }
}

function readPublishedManifest(folder: string): PublishedManifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as PublishedManifest;
}

/** The import names of a package. */
export function entryNames({ name, exports }: PublishedManifest): string[] {
  return Object.entries(exports)
    .filter(([, entry]) => typeof entry !== "string")
    .map(([path]) => name + path.slice(1));
}
