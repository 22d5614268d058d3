import { existsSync, type FSWatcher, readdirSync, watch } from "node:fs";
import { join } from "node:path";

/** Editors write a file in several steps; what follows within this time is one change. */
const settleMs = 100;

/**
 * Calls `changed` after each change below the folders, one call at a time, until
 * the watch is ended. Folders are watched, not files: a save that renames a
 * new file over the old one, as editors, `sed -i` and git do, leaves a watch of
 * the file with the one that is gone.
 *
 * @param changed must not throw
 * @returns ends the watch
 * @example
 * const end = watchFolders(["spec"], () => write());
 */
export function watchFolders(folders: readonly string[], changed: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let watchers: readonly FSWatcher[] = [];
  const notice = () => {
    clearTimeout(timer);
    timer = setTimeout(settled, settleMs);
  };
  const settled = () => {
    // While git replaces a folder.
    if (!folders.every((folder) => existsSync(folder))) {
      notice();
      return;
    }
    // First, so that what changes from now on is noticed, also in folders that are new or were replaced.
    follow();
    running = running.then(changed);
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

function watchOne(folder: string, notice: () => void): FSWatcher[] {
  try {
    // A folder that is removed is noticed by the one above it.
    return [watch(folder, notice).on("error", notice)];
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
