import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { systemCode } from "../operator-error.ts";

/** A file that has not got its name yet. It is removed at the end of its scope. */
export interface NewFile extends Disposable {
  /** Where the file is until then. It is empty, and nobody else knows its name, nor those beside it that SQLite uses. */
  readonly path: string;
  /** Puts the file on disk and gives it its name; returns false if that is taken, even by a link to nothing. */
  readonly publish: () => boolean;
}

/** Makes a file for secrets or data. It gets its name when it is complete. */
export function createFile(name: string): NewFile {
  const path = `${name}.${randomUUID()}`;
  createEmptyFile(path);
  return {
    path,
    publish() {
      flush(path, "r+");
      const isNamed = giveName(path, name);
      // Windows cannot open folders.
      if (process.platform !== "win32") flush(dirname(name), "r");
      return isNamed;
    },
    [Symbol.dispose]() {
      for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(path + end, { force: true });
    },
  };
}

/** Makes a file with a text for its user only; returns false if the name is taken. */
export function writeNewFile(name: string, text: string): boolean {
  using file = createFile(name);
  writeFileSync(file.path, text);
  return file.publish();
}

/** Makes an empty file that only its user can read and write; returns false if the name is taken, even by a link to nothing. */
export function createEmptyFile(path: string): boolean {
  try {
    closeSync(openSync(path, "wx", 0o600));
    return true;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
    return false;
  }
}

function giveName(path: string, name: string): boolean {
  try {
    linkSync(path, name);
  } catch {
    if (lstatSync(name, { throwIfNoEntry: false }) !== undefined) return false;
    // Some file systems have no links.
    renameSync(path, name);
  }
  return true;
}

function flush(path: string, flags: string): void {
  const opened = openSync(path, flags);
  fsyncSync(opened);
  closeSync(opened);
}
