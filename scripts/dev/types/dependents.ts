import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** What of the file that `tsc --incremental` leaves tells which file uses which; numbers of files begin with 1. */
interface BuildInfo {
  readonly fileNames: readonly string[];
  readonly fileIdsList?: readonly (readonly number[])[];
  readonly referencedMap?: readonly (readonly [file: number, references: number])[];
}

/**
 * Finds the files that a change of others can break: those that use them, directly or through others, and they themselves.
 *
 * @param buildInfo written by `tsc --incremental` when it last ended
 * @returns absolute paths
 */
export function dependentsOf(files: readonly string[], buildInfo: string): string[] {
  const { fileNames, fileIdsList, referencedMap } = JSON.parse(
    readFileSync(buildInfo, "utf8"),
  ) as BuildInfo;
  const paths = fileNames.map((name) => resolve(dirname(buildInfo), name));
  const users = new Map(paths.map((_, index): [number, number[]] => [index + 1, []]));
  for (const [user, references] of referencedMap ?? [])
    for (const used of fileIdsList?.[references - 1] ?? []) users.get(used)?.push(user);
  const changed = new Set(files.map((file) => resolve(file)));
  const found = new Set(paths.flatMap((path, index) => (changed.has(path) ? [index + 1] : [])));
  // A set that grows while it is walked is walked to its end.
  for (const file of found) for (const user of users.get(file) ?? []) found.add(user);
  return [...found].flatMap((file) => paths[file - 1] ?? []);
}
