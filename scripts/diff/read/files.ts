import { readdir, readFile, stat } from "node:fs/promises";
import { execFile } from "node:child_process";
import { join, posix, resolve } from "node:path";
import { promisify } from "node:util";

/** Where files of a contract are read: a folder on disk, or a revision of a repository. */
export interface Files {
  readonly kindOf: (path: string) => Promise<"file" | "folder" | undefined>;
  readonly read: (path: string) => Promise<string | undefined>;
  readonly foldersIn: (path: string) => Promise<string[]>;
}

/** The files on disk, with paths from a folder. */
export const filesOnDisk = (folder: string): Files => ({
  async kindOf(path) {
    const found = await stat(resolve(folder, path)).catch(() => undefined);
    if (!found) return undefined;
    return found.isDirectory() ? "folder" : "file";
  },
  read: (path) => readFile(resolve(folder, path), "utf8").catch(() => undefined),
  async foldersIn(path) {
    const entries = await readdir(resolve(folder, path), { withFileTypes: true }).catch(() => []);
    return entries.filter((each) => each.isDirectory()).map(({ name }) => join(path, name));
  },
});

/** The files of a revision, with paths from a folder. Nothing is checked out. */
export function filesOfRevision(revision: string, folder: string): Files {
  const object = (path: string) =>
    `${revision}:./${path.replaceAll("\\", "/").replace(/^\.\//, "")}`;
  return {
    async kindOf(path) {
      const type = await git(folder, "cat-file", "-t", object(path));
      if (type === undefined) return undefined;
      return type.trim() === "tree" ? "folder" : "file";
    },
    read: (path) => git(folder, "show", object(path)),
    async foldersIn(path) {
      const listed = await git(folder, "ls-tree", "-d", "--name-only", object(path));
      return (listed ?? "")
        .split("\n")
        .filter(Boolean)
        .map((name) => posix.join(path, name));
    },
  };
}

/** The commit of a revision's name. */
export async function commitOf(revision: string, folder: string): Promise<string | undefined> {
  const found = await git(
    folder,
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  );
  return found?.trim();
}

/** The commit at which the current branch left the main one. */
export async function mergeBase(folder: string): Promise<string | undefined> {
  const remote = await git(
    folder,
    "symbolic-ref",
    "--quiet",
    "--short",
    "refs/remotes/origin/HEAD",
  );
  for (const main of [remote?.trim(), "origin/main", "main", "origin/master", "master"]) {
    if (main === undefined || main === "" || (await commitOf(main, folder)) === undefined) continue;
    const base = await git(folder, "merge-base", "HEAD", main);
    if (base !== undefined) return base.trim();
  }
  return undefined;
}

const run = promisify(execFile);

/** A document of a large service has tens of megabytes. */
const maxBuffer = 512 * 1024 * 1024;

/** What git prints; undefined where it fails, or is not there. */
export async function git(cwd: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run("git", args, { cwd, maxBuffer })).stdout;
  } catch {
    return undefined;
  }
}
