/** What of a `package.json` tells versions. */
export interface Versions {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** The versions that a project has of packages. */
export function testedVersions(
  names: readonly string[],
  { dependencies, devDependencies }: Versions,
): Record<string, string> {
  const all = { ...devDependencies, ...dependencies };
  return Object.fromEntries(
    names.map((name) => {
      const version = all[name];
      if (version === undefined) throw new Error(`package.json has no ${name}.`);
      return [name, version];
    }),
  );
}
