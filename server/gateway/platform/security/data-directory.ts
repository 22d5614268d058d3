import {
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { isObject } from "@contract-toolkit/contract";
import { diskFull, OperatorError } from "../operator-error.ts";
import type { Mode } from "../mode.ts";

/** Creates the data folder for its user only, if it is missing. `requireDataDirectory` checks it before it is used. */
export function makeDataDirectory(path: string): void {
  onFileSystem(path, () => {
    makeFolder(path);
  });
}

/** Not `recursive`, with which Node.js tries for ever where the system creates no folders, for example in /proc. */
function makeFolder(path: string): void {
  const isMade = () => statSync(path, IF_PRESENT)?.isDirectory();
  if (isMade()) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isMade()) throw error;
  }
}

/**
 * Checks that no other user can write to the data folder. Others may be allowed to read it. Write permission of others is
 * removed from an own folder.
 *
 * In production, no parent may be writable by everyone without the sticky bit, because everyone could replace the folder.
 * A sandbox accepts that, because workspaces of containers often lie below such a folder.
 *
 * @throws OperatorError saying what to change
 */
export function requireDataDirectory(path: string, mode: Mode): void {
  onFileSystem(path, () => {
    const found: readonly (readonly [string, string | undefined])[] = [
      [path, folderFault(lstatSync(path), userId)],
      [path, folderFault(statSync(path), userId)],
      ...(mode === "production" ? parentFolders(path) : []).map(
        (parent) => [parent, parentFault(statSync(parent))] as const,
      ),
    ];
    for (const [folder, fault] of found)
      if (fault !== undefined)
        throw new OperatorError(
          "file-not-trusted",
          `DATA_DIR ${path} cannot be trusted: ${folder} ${fault}`,
        );
    const { mode: permissions } = statSync(path);
    if (userId !== undefined && (permissions & WRITABLE_BY_OTHERS) !== 0)
      chmodSync(path, permissions & 0o7777 & ~WRITABLE_BY_OTHERS);
  });
}

/**
 * Checks that only the gateway's user can have written a file of the data folder, and removes the permission of others to
 * read it. Nobody else can replace the file between this check and its use, because nobody else can write to the folder.
 *
 * @returns whether the file exists
 * @throws OperatorError saying what to change
 */
export function requireOwnFile(file: string): boolean {
  return onFileSystem(file, () => {
    const stats = lstatSync(file, IF_PRESENT);
    if (stats === undefined) return false;
    const fault = fileFault(stats, userId);
    if (fault !== undefined) throw new OperatorError("file-not-trusted", `${file} ${fault}`);
    if (userId !== undefined && (stats.mode & 0o077) !== 0) restrict(file);
    return true;
  });
}

/** What is wrong with a data folder. `user` is undefined on Windows, which has no such owners and permissions. */
export function folderFault({ mode, uid }: FileFacts, user: number | undefined) {
  if (user === undefined) return undefined;
  if (!isTrusted(uid, user)) return otherOwner(uid, user);
  const isLink = (mode & constants.S_IFMT) === constants.S_IFLNK;
  if (isLink || (mode & WRITABLE_BY_OTHERS) === 0) return undefined;
  // Like /tmp: others can add files, and it is made for that.
  if ((mode & STICKY) !== 0 || uid !== user)
    return "can be written by other users. Name a folder of its own, for example one inside it.";
  return undefined;
}

/** What is wrong with a folder above the data folder. */
export function parentFault({ mode }: Pick<FileFacts, "mode">) {
  return (mode & WRITABLE_BY_ALL) !== 0 && (mode & STICKY) === 0
    ? "can be written by every user, who could replace what is in it. Remove that permission with chmod o-w, or name another folder."
    : undefined;
}

/** What is wrong with a file of the data folder. `user` is as in `folderFault`. */
export function fileFault({ mode, uid }: FileFacts, user: number | undefined) {
  if ((mode & constants.S_IFMT) !== constants.S_IFREG)
    return "is a link, or no file. Put the file itself there.";
  if (user === undefined) return undefined;
  if (!isTrusted(uid, user)) return otherOwner(uid, user);
  return (mode & WRITABLE_BY_OTHERS) === 0
    ? undefined
    : "can be written by other users, who may have changed it. Check its content, and remove that permission with chmod go-w.";
}

/** What decides whether a file is trusted. */
export type FileFacts = Pick<Stats, "mode" | "uid">;

const userId = process.geteuid?.();

/** Write permission of the group and of everybody else. */
const WRITABLE_BY_OTHERS = 0o022;

const WRITABLE_BY_ALL = 0o002;

/** In a sticky folder, only the owner of a file can replace it (chmod(1), restricted deletion). */
const STICKY = 0o1000;

/** Only the user of the process can read and write. */
const OWNER_ONLY = 0o600;

const IF_PRESENT = { throwIfNoEntry: false } as const;

/** The administrator can change everything anyway. */
function isTrusted(uid: number, user: number): boolean {
  return uid === user || uid === 0;
}

function otherOwner(uid: number, user: number): string {
  return (
    `belongs to another user (id ${uid}), and this process runs as id ${user}. Run it as that user, or, ` +
    `if you know that the content is yours, change the owner with chown ${user}.`
  );
}

function parentFolders(path: string): string[] {
  const parents = new Set<string>();
  // A link is replaced where it is, its folder where that is.
  for (const start of [resolve(path), realpathSync(path)])
    for (let at = dirname(start); !parents.has(at); at = dirname(at)) parents.add(at);
  return [...parents];
}

function restrict(file: string): void {
  try {
    chmodSync(file, OWNER_ONLY);
  } catch (error) {
    // When another process closes the database, SQLite may remove the files beside it.
    if (!isSystemError(error) || error.code !== "ENOENT") throw error;
  }
}

/**
 * Does something with the file system.
 *
 * @throws OperatorError in place of an error of the system, with the setting that names the path
 */
export function onFileSystem<T>(path: string, work: () => T, setting = "DATA_DIR"): T {
  try {
    return work();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ENOSPC") throw diskFull(path, error);
    throw new OperatorError(
      "file-unusable",
      `${path} cannot be used: ${error.message}. Check ${setting}, and the permissions of this user there.`,
      { cause: error },
    );
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return isObject(error) && "errno" in error;
}
