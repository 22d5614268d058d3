import { existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Editors write a file in several steps; what follows within this time is one change. */
const settleMs = 100;

/**
 * Calls `changed` after each change below the folders, with what changed, one call at a time, until
 * the watch is ended. Folders are watched, not files: a save that renames a
 * new file over the old one, as editors, `sed -i` and git do, leaves a watch of
 * the file with the one that is gone.
 *
 * @param changed must not throw. Of a folder that is new or replaced it is given the folder, not each file in it
 * @returns ends the watch
 * @example
 * const end = watchFolders(["spec"], () => write());
 */
export function watchFolders(
  folders: readonly string[],
  changed: (paths: ReadonlySet<string>) => Promise<void>,
): () => void {
  let paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let watchers: readonly FSWatcher[] = [];
  const notice = (path: string) => {
    paths.add(path);
    settle();
  };
  const settle = () => {
    clearTimeout(timer);
    timer = setTimeout(settled, settleMs);
  };
  const settled = () => {
    // While git replaces a folder.
    if (!folders.every((folder) => existsSync(folder))) {
      settle();
      return;
    }
    // First, so that what changes from now on is noticed, also in folders that are new or were replaced.
    follow();
    const noticed = paths;
    paths = new Set();
    running = running.then(() => changed(noticed));
  };
  const follow = () => {
    const before = watchers;
    watchers = folders.flatMap(foldersOf).flatMap((each) => watchOne(each, notice));
    for (const watcher of before) watcher.close();
  };
  follow();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

function watchOne(folder: string, notice: (path: string) => void): FSWatcher[] {
  try {
    // A folder that is removed is noticed by the one above it.
    return [
      watch(folder, (_event, name) => {
        notice(name === null ? folder : join(folder, name));
      }).on("error", () => {
        notice(folder);
      }),
    ];
  } catch {
    // It was removed since it was listed.
    return [];
  }
}

/** The folder and those below it, but for what tools keep there. */
function foldersOf(folder: string): string[] {
  return [folder, ...subfolders(folder).flatMap((name) => foldersOf(join(folder, name)))];
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .filter((name) => name !== "node_modules" && !name.startsWith("."));
  } catch {
    return [];
  }
}
