/** The parts of a `package.json` that contain versions. */
export interface Versions {
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
