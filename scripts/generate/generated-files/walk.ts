import { readdir } from "node:fs/promises";
import { join, normalize, sep } from "node:path";

/** An entry of a folder that is not a folder. */
export interface Entry {
  /** Relative to the walked folder, with `/`. */
  readonly path: string;
  /** False for links, sockets and devices. */
  readonly isFile: boolean;
}

/**
 * All entries below a folder. Links are not followed.
 *
 * @param isWanted whether to visit a path and everything below it
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

/** Whether a path equals another or is below it. Both are relative to one folder. */
export function isBelowFolder(path: string, parent: string): boolean {
  const folder = normalize(parent).replaceAll(sep, "/").replace(/\/+$/, "");
  return path === folder || path.startsWith(`${folder}/`);
}
