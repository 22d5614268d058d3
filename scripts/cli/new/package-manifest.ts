import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

const own = [
  "@contract-toolkit/client",
  "@contract-toolkit/skeleton",
  "@contract-toolkit/contract",
];
const ownTools = [
  "@contract-toolkit/cli",
  "@contract-toolkit/conformance",
  "@contract-toolkit/typespec",
];
/** Dependencies of these. npm finds them in the registry, but not beside an archive. */
const ownDependencies = [
  "api-reference",
  "diff",
  "generate",
  "import",
  "inspector",
  "mock",
  "proxy",
  "schemas",
].map((name) => `@contract-toolkit/${name}`);

/** A dependency of @typespec/openapi3. */
const assetEmitter = "@typespec/asset-emitter";

const compilers = ["compiler", "http", "openapi", "openapi3"].map((name) => `@typespec/${name}`);
const libraries = ["events", "rest", "sse", "streams", "versioning", "xml"].map(
  (name) => `@typespec/${name}`,
);
const others = ["@types/express", "@types/node", "express", "node", "oxfmt", "typescript-7"];

/** The other packages of projects. They get the versions that the toolkit was tested with. */
export const tested: readonly string[] = [assetEmitter, ...compilers, ...libraries, ...others];

/** Packages of a project, as its `package.json` names them. */
export interface ToolkitPackages {
  /** What a server and a client need. */
  readonly own: Readonly<Record<string, string>>;
  /** What the command needs. */
  readonly tools: Readonly<Record<string, string>>;
  /** The other packages of a new project. */
  readonly others: Readonly<Record<string, string>>;
  /** A dependency of @typespec/openapi3, whose next version wants another version of the compiler. */
  readonly overrides: Readonly<Record<string, string>>;
  /** Paths of the archives, which the project must have in its folder `packages`. */
  readonly archives: readonly string[];
}

/**
 * The packages of the toolkit, in the versions that it was tested with.
 *
 * @param archives the folder with archives of the toolkit's packages; default: they come from the registry
 * @param imported the TypeSpec libraries that the specification imports
 * @throws {UsageError} when an archive is missing in the folder
 */
export function toolkitPackages(
  archives: string | undefined,
  imported: readonly string[] = [],
): ToolkitPackages {
  const { version, testedWith } = ownManifest();
  const select = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, testedWith[name] ?? "*"]));
  const used: string[] = [];
  const found = archives !== undefined && existsSync(archives) ? readdirSync(archives) : [];
  const versionOf = (text: string): [string, string] => {
    if (archives === undefined) return [text, version];
    const file = `${text.replace("@", "").replace("/", "-")}-${version}.tgz`;
    if (!found.includes(file)) throw new UsageError(`--packages ${archives} has no ${file}.`);
    used.push(join(archives, file));
    return [text, `file:packages/${file}`];
  };
  return {
    own: Object.fromEntries(own.map(versionOf)),
    tools: {
      ...Object.fromEntries([...ownTools, ...(archives ? ownDependencies : [])].map(versionOf)),
      ...select([...new Set([...compilers, ...imported])].sort()),
    },
    others: select(others),
    overrides: select([assetEmitter]),
    archives: used,
  };
}

/**
 * The text of the `package.json` of a new project.
 *
 * @param hasOwnNode whether it installs a Node.js that runs TypeScript, which has half of the size of all packages
 */
export function packageManifest(
  name: string,
  packages: ToolkitPackages,
  hasOwnNode: boolean,
): string {
  const { express = "", node = "", "typescript-7": typescript = "", ...others } = packages.others;
  const manifest = {
    name,
    private: true,
    type: "module",
    ...(!hasOwnNode && { engines: { node: ">=22.18" } }),
    scripts: {
      start: "node server/main.ts",
      dev: "contract dev -- node server/main.ts",
      generate: "contract generate",
      check: "contract check",
      lint: 'oxfmt --check && tsp format --check "spec/**/*.tsp"',
      format: 'oxfmt && tsp format "spec/**/*.tsp"',
      // The tests replay all cases, so the gate need not.
      test: "npm run lint && contract check --without replay && node --test test/*.test.ts",
    },
    contract: { check: { replay: "node server/main.ts" } },
    dependencies: { ...packages.own, express },
    devDependencies: {
      ...packages.tools,
      ...others,
      ...(hasOwnNode && { node }),
      // This repository installs several versions under different names.
      typescript: typescript.replace("npm:typescript@", ""),
    },
    overrides: packages.overrides,
    // The install scripts of these packages install the programs `esbuild` and `node`.
    allowScripts: { esbuild: true, ...(hasOwnNode && { node: true }) },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The versions of packages by name, in the lists of a `package.json`. */
interface Versions {
  readonly overrides?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/**
 * The versions of packages in a project.
 *
 * @throws {Error} when the project does not have one of them
 */
export function testedVersions(
  names: readonly string[],
  { dependencies, devDependencies, overrides }: Versions,
): Record<string, string> {
  const all = { ...overrides, ...devDependencies, ...dependencies };
  return Object.fromEntries(
    names.map((name) => {
      const version = all[name];
      if (version === undefined) throw new Error(`package.json has no ${name}.`);
      return [name, version];
    }),
  );
}

interface OwnManifest {
  readonly version: string;
  /** The other dependencies of a new project, in the versions that the toolkit was tested with. */
  readonly testedWith: Readonly<Record<string, string>>;
}

/** Reads the `package.json` of the package that this module is in. */
export function ownManifest(): OwnManifest {
  const file = manifestAbove(import.meta.dirname);
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Partial<OwnManifest>;
  const { version = "", testedWith } = manifest;
  if (testedWith) return { version, testedWith };
  // In this repository the versions are those of its package.json.
  const root = readFileSync(new URL("../../../package.json", import.meta.url), "utf8");
  return { version, testedWith: testedVersions(tested, JSON.parse(root) as Versions) };
}

function manifestAbove(folder: string): string {
  const file = join(folder, "package.json");
  return existsSync(file) ? file : manifestAbove(dirname(folder));
}
