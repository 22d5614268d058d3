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
import { fixtureFolder } from "../../../../server/skeleton/testing/fixture-folder.ts";
import { buildPackages } from "../build.ts";
import { packages, type Manifest } from "../manifest.ts";

const repository = resolve(import.meta.dirname, "../../../..");

/** A project with the installed packages of this repository. */
interface InstalledProject extends Disposable {
  readonly folder: string;
  /** Folder of the packed packages. */
  readonly packed: string;
  /** Manifests of the packages, by name. */
  readonly manifests: ReadonlyMap<string, PublishedManifest>;
}

/** The fields of a published `package.json` that tests read. */
export interface PublishedManifest extends Omit<Manifest, "exports"> {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/**
 * Builds and packs the packages once per run, unpacks them into the `node_modules` of an empty project and links their declared
 * dependencies. No other package can be imported.
 */
export async function installPackages(): Promise<InstalledProject> {
  const packed = await fixtureFolder("packages", buildPackages);
  const folder = mkdtempSync(join(tmpdir(), "installed-"));
  const manifests = new Map<string, PublishedManifest>();
  for (const { name } of packages.map(({ manifest }) => manifest)) {
    const target = join(folder, "node_modules", name);
    mkdirSync(target, { recursive: true });
    const archive = join(packed, archiveName(name));
    execFileSync("tar", ["-xzf", archive, "-C", target, "--strip-components=1"]);
    manifests.set(name, readPublishedManifest(target));
  }
  for (const { dependencies, peerDependencies } of manifests.values())
    linkPackages(folder, Object.keys({ ...dependencies, ...peerDependencies }));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  return {
    folder,
    packed,
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

/** The file that `npm pack` makes of a package. */
export function archiveName(name: string): string {
  return `${name.replace("@", "").replace("/", "-")}-0.1.0.tgz`;
}
