import { runVisibly } from "../../cli/processes.ts";
import { packages, type Package } from "./manifest.ts";

/**
 * What keeps the packages from being released.
 *
 * @param tag `v` and the version
 * @param changelog its text
 * @param repository owner and name, which npm compares with the provenance
 */
export function releaseFaults(
  tag: string,
  changelog: string,
  repository: string | undefined,
): string[] {
  const version = tag.replace(/^v/, "");
  const others = packages.filter(({ manifest }) =>
    [manifest.version, ...ownDependencies(manifest).map(([, text]) => text)].some(
      (text) => text !== version,
    ),
  );
  return [
    ...others.map(
      ({ manifest: { name } }) =>
        `${name} or its dependencies of this repository are not ${version}.`,
    ),
    ...(changelog.includes(`\n## ${version}\n`)
      ? []
      : [`CHANGELOG.md has no chapter "## ${version}".`]),
    ...(repository ? [] : ["GITHUB_REPOSITORY is not set. npm compares it with the provenance."]),
  ];
}

function ownDependencies({ dependencies = {} }: Package["manifest"]): [string, string][] {
  const names = new Set(packages.map(({ manifest }) => manifest.name));
  return Object.entries(dependencies).filter(([name]) => names.has(name));
}

/**
 * Publishes archives with provenance, each after those that it depends on: an interrupted release has no package that cannot be
 * installed.
 *
 * @param archives by the names of packages
 * @param options further options of `npm publish`
 */
export async function publishPackages(
  archives: ReadonlyMap<string, string>,
  options: readonly string[],
): Promise<void> {
  for (const { manifest } of dependenciesFirst(packages)) {
    const archive = archives.get(manifest.name);
    const command = ["npm", "publish", "--provenance", "--access", "public", ...options];
    if (archive !== undefined) await runVisibly([...command, archive]);
  }
}

/** Packages behind those that they depend on. */
export function dependenciesFirst(all: readonly Package[]): Package[] {
  const found = new Set<Package>();
  const visit = (item: Package) => {
    const needed = new Set(ownDependencies(item.manifest).map(([name]) => name));
    for (const other of all) if (needed.has(other.manifest.name)) visit(other);
    found.add(item);
  };
  for (const item of all) visit(item);
  return [...found];
}
