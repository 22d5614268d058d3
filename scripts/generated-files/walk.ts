import { readdir } from "node:fs/promises";
import { join, normalize, sep } from "node:path";

/** Something in a folder that is no folder itself. */
export interface Entry {
  /** From the folder that is walked through, with `/`. */
  readonly path: string;
  /** Not a link, which may lead anywhere, nor a socket or a device. */
  readonly isFile: boolean;
}

/**
 * What is in a folder and in the folders inside it; links are not followed.
 *
 * @param isWanted whether to look at a path, and at what is below it
 */
export async function* entriesBelow(
  folder: string,
  isWanted: (path: string) => boolean,
  below = "",
): AsyncGenerator<Entry> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (!isWanted(path)) continue;
    if (entry.isDirectory()) yield* entriesBelow(folder, isWanted, path);
    else yield { path, isFile: entry.isFile() };
  }
}

/** Whether a path is another, or below it. Both stand below one folder. */
export function isBelow(path: string, other: string): boolean {
  const folder = normalize(other).replaceAll(sep, "/").replace(/\/+$/, "");
  return path === folder || path.startsWith(`${folder}/`);
}
