import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { execFile } from "node:child_process";
import { join, posix, resolve } from "node:path";
import { promisify } from "node:util";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";

/** The files of a folder on disk or of a git revision. */
export interface Files {
  readonly kindOf: (path: string) => Promise<"file" | "folder" | undefined>;
  readonly read: (path: string) => Promise<string | undefined>;
  readonly foldersIn: (path: string) => Promise<string[]>;
}

/** Reads files on disk. Paths are relative to a folder. */
export const filesOnDisk = (folder: string): Files => ({
  async kindOf(path) {
    const found = await stat(resolve(folder, path)).catch(() => undefined);
    if (!found) return undefined;
    return found.isDirectory() ? "folder" : "file";
  },
  async read(path) {
    const file = resolve(folder, path);
    return existsSync(file) ? readDocumentText(file, path) : undefined;
  },
  async foldersIn(path) {
    const entries = await readdir(resolve(folder, path), { withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
  },
});

/** Reads the files of a revision; nothing is checked out. Paths are relative to a folder. */
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

/** The commit that a revision names; undefined if it names none. */
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

/** In bytes. The document of a large service has tens of megabytes. */
const maxBuffer = 512 * 1024 * 1024;

/** Runs git and returns its output; undefined if it fails or is not installed. */
export async function git(cwd: string, ...args: string[]): Promise<string | undefined> {
  try {
    return (await run("git", args, { cwd, maxBuffer })).stdout;
  } catch {
    return undefined;
  }
}
