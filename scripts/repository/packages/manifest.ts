import { readFileSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import { tested, testedVersions } from "../../cli/new/package-manifest.ts";

/** Folder of this repository. */
export const root = resolve(import.meta.dirname, "../../..");

/** The parts of a `package.json` that the build uses. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly engines?: Entries;
  readonly dependencies?: Entries;
  readonly devDependencies?: Entries;
  readonly peerDependencies?: Entries;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly overrides?: Entries;
  readonly bin?: Entries;
  /** Paths of sources: of the only entry, or by entry. */
  readonly exports?: string | Readonly<Record<string, string | Entries>>;
  /** Not published. */
  readonly build?: BuildSettings;
}

interface BuildSettings {
  /** Whether it also runs in browsers, so that its declarations must not use types of Node.js. */
  readonly browser?: boolean;
  /** Whether its modules are bundled into a few files, or which of them, with those of packages that it does not declare. */
  readonly bundle?: boolean | readonly string[];
  /** Modules that no other module imports, such as scripts of a page. */
  readonly modules?: readonly string[];
  /** Files that are packed without compilation. Paths start at the root of the repository. */
  readonly assets?: readonly string[];
  /** Files and folders of other packages that are packed: their paths from the root of the repository, by their paths in the package. */
  readonly vendored?: Entries;
  /** Functions that return the text of a packed file, as path from the root of the repository and name, by the path of the file. */
  readonly texts?: Entries;
  /** The folder that paths in the package start from. Default: the folder of the package. */
  readonly from?: string;
  /** Whether the versions of a new project's packages are written into the published manifest. */
  readonly testedWith?: boolean;
}

/** Values by name. */
type Entries = Readonly<Record<string, string>>;

/** Reads the `package.json` of a folder of this repository. */
export function readPackageManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as Manifest;
}

/** The source files of the entries of a package, relative to its folder. */
export function entriesOf({ exports = {}, bin = {} }: Manifest): string[] {
  const paths =
    typeof exports === "string" ? [exports] : Object.values(exports).flatMap(entryPaths);
  return [...paths, ...Object.values(bin)];
}

/** Maps the import names of a package to their sources, for the compiler option `paths`. */
export function sourcesByName(
  folder: string,
  { name, exports = {} }: Manifest,
): [string, [string]][] {
  const entries = Object.entries(typeof exports === "string" ? { ".": exports } : exports);
  return entries.flatMap(([path, source]): [string, [string]][] =>
    typeof source === "string" ? [[name + path.slice(1), [join(root, folder, source)]]] : [],
  );
}

/**
 * The published manifest, whose entries are JavaScript files with declarations.
 *
 * @param at the path of the package's folder in the packed files
 */
export function publishedManifest(manifest: Manifest, at: string) {
  const { exports = {}, bin = {}, build, ...rest } = manifest;
  const entries = typeof exports === "string" ? { ".": exports } : exports;
  return {
    ...rest,
    ...(build?.testedWith && {
      testedWith: testedVersions(tested, readPackageManifest("")),
    }),
    bin: mapValues(bin, (path) => compiledPath(path, at, "js")),
    exports: {
      ...mapValues(entries, (entry) => publishedEntry(entry, at)),
      "./package.json": "./package.json",
    },
  };
}

function publishedEntry(entry: string | Entries, at: string): Entries {
  return typeof entry === "string"
    ? { types: compiledPath(entry, at, "d.ts"), default: compiledPath(entry, at, "js") }
    : mapValues(entry, (path) => movedPath(path, at));
}

function compiledPath(path: string, at: string, extension: string): string {
  return movedPath(path, at).replace(/\.ts$/, `.${extension}`);
}

function movedPath(path: string, at: string): string {
  return `./${posix.join(at, path)}`;
}

function entryPaths(entry: string | Entries): string[] {
  return typeof entry === "string" ? [entry] : Object.values(entry);
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** A published package of this repository. */
export interface Package {
  /** Folder of its `package.json` and its sources. */
  readonly folder: string;
  readonly manifest: Manifest;
}

export const packages: readonly Package[] = workspaces()
  .map((folder) => ({ folder, manifest: readPackageManifest(folder) }))
  .filter(({ manifest }) => !manifest.private);

function workspaces(): string[] {
  const text = readFileSync(join(root, "package.json"), "utf8");
  return (JSON.parse(text) as { workspaces: string[] }).workspaces;
}
