import { existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Editors write a file in several steps. Events within this time count as one change. */
const settleMs = 100;

/**
 * Calls `changed` with the changed paths after each change in the folders and below them, one call at a time. It watches
 * folders, not files, because editors, `sed -i` and git rename a new file over the old one, and the watch of a file then
 * follows the old one.
 *
 * @param changed must not reject. For a new or replaced folder it gets the folder, not each file in it
 * @returns a function that ends the watch
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
    // A folder is missing while git replaces it.
    if (!folders.every((folder) => existsSync(folder))) {
      settle();
      return;
    }
    // Watch new and replaced folders before `changed` runs, so that no later change is missed.
    follow();
    const noticed = paths;
    paths = new Set();
    running = running.then(() => changed(noticed));
  };
  const follow = () => {
    const before = watchers;
    watchers = folders.flatMap(listFolderTree).flatMap((folder) => watchOne(folder, notice));
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
    // The watch of the parent folder notices that a folder was removed.
    return [
      watch(folder, (_event, name) => {
        notice(name === null ? folder : join(folder, name));
      }).on("error", () => {
        notice(folder);
      }),
    ];
  } catch {
    // The folder was removed after it was listed.
    return [];
  }
}

/** The folder and those below it, without hidden folders and node_modules. */
function listFolderTree(folder: string): string[] {
  return [folder, ...subfolders(folder).flatMap((name) => listFolderTree(join(folder, name)))];
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
