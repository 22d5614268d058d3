// oxlint-disable-next-line no-restricted-imports -- opens the log to read it
import { closeSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { pathToFileURL } from "node:url";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { diskFull, OperatorError, type OperatorErrorCode } from "../../platform/operator-error.ts";
import {
  onFileSystem,
  requireDataDirectory,
  requireOwnFile,
} from "../../platform/security/data-directory.ts";
import { createEmptyFile } from "../../platform/security/new-file.ts";
import type { Mode } from "../../platform/mode.ts";
import { type Access, NoGatewayError } from "../access.ts";
import { isSqliteError, resultCode, SQLITE_BUSY, type SqliteError } from "./sqlite-error.ts";

/** An SQLite file, as Kysely uses it. */
export interface SqliteFile extends SqliteDatabase {
  readonly path: string;
  readonly readsOnly: boolean;
  readonly isInTransaction: () => boolean;
  /** @throws OperatorError if the open file is no longer the one at its path, so that what was committed is lost */
  readonly requireSameFile: () => void;
}

/**
 * Opens an SQLite file whose folder and files only this user can have written.
 *
 * @param lockMs how long opening waits for another process. Statements do not wait, because that would block the event loop
 * @throws OperatorError
 */
export function openSqliteFile(
  path: string,
  access: Access,
  mode: Mode,
  lockMs: number,
): SqliteFile {
  if (access !== "make" && factsOf(path) === undefined) throw new NoGatewayError(path);
  requireDataDirectory(dirname(path), mode);
  // The database comes last: a process that starts at the same time makes it before its log.
  const isLogged = requireOwnFile(`${path}-wal`);
  for (const beside of [`${path}-shm`, `${path}-journal`]) requireOwnFile(beside);
  if (!requireOwnFile(path)) {
    // SQLite would remove the log.
    if (isLogged) throw lost(path, "is missing, and its -wal is there");
    onFileSystem(path, () => createEmptyFile(path));
  }
  requireOneName(path);
  return explained(path, () => {
    const readsOnly = access === "read";
    // A read-only connection leaves an empty log behind. If there is no log yet, one that could write removes it at its end.
    const readOnly = readsOnly && isLogged;
    const file = new DatabaseSync(existingFile(path, readOnly), { timeout: lockMs, readOnly });
    try {
      // Another open connection to the file, such as a gateway's, is then an error.
      if (access === "lock") file.exec("PRAGMA locking_mode = EXCLUSIVE");
      requireGateway(file, path, access);
      file.exec(readsOnly ? "PRAGMA query_only = ON" : "PRAGMA journal_mode = WAL");
      // Below FULL, WAL may lose the last acknowledged orders when power fails.
      file.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 0");
      return { ...watched(file, path), path, readsOnly, isInTransaction: () => file.isTransaction };
    } catch (error) {
      file.close();
      throw isSqliteError(error) && resultCode(error) === SQLITE_BUSY ? inUse(path, error) : error;
    }
  });
}

function inUse(path: string, cause: unknown): OperatorError {
  const message = `Another process uses ${path}, such as a running gateway, or npm run move. End it first.`;
  return new OperatorError("database-locked", message, { cause });
}

/** The URL with which SQLite makes no file if it is missing (sqlite.org/uri.html). */
function existingFile(path: string, readOnly: boolean): URL {
  const url = pathToFileURL(path);
  url.search = readOnly ? "mode=ro" : "mode=rw";
  return url;
}

/** Requires that a database is empty, if it may be made, or a gateway's. Otherwise it would be changed before it is refused. */
function requireGateway(file: DatabaseSync, path: string, access: Access): void {
  const rows = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  const tables = rows.map(({ name }) => name);
  if (tables.length === 0 && access !== "make") throw new NoGatewayError(path);
  if (tables.length > 0 && !tables.includes("kysely_migration"))
    throw new OperatorError(
      "other-build",
      `${path} is a database of another program. Name the gateway's folder in DATA_DIR.`,
    );
}

/** More than the gateway's fixed statements. Lists of values add further ones. */
const MOST_STATEMENTS = 500;

/** Caches prepared statements, because preparing one costs as much as running it, and checks the file. */
function watched(
  file: DatabaseSync,
  path: string,
): Pick<SqliteFile, "requireSameFile" | "prepare" | "close"> {
  const statements = new Map<string, SqliteStatement>();
  const check = createFileCheck(file, path);
  let damage: OperatorError | undefined;
  /** After damage has been found, nothing is accepted, because more of the file may be wrong. */
  const attempt = <Result>(work: () => Result): Result => {
    if (damage !== undefined) throw damage;
    try {
      return explained(path, work);
    } catch (error) {
      if (error instanceof OperatorError && error.code === "database-damaged") damage = error;
      throw error;
    }
  };
  const prepare = (text: string): SqliteStatement => {
    const statement = explained(path, () => file.prepare(text));
    const isWrite = WRITES.test(text);
    const run = <Result>(work: () => Result): Result => {
      // A statement that is a transaction of its own. If the file was cut before, this statement would fill it again, so it is checked first.
      const commits = isWrite && !file.isTransaction;
      if (commits) check.requireSameFile();
      else check.requireLately();
      const result = attempt(work);
      if (commits) check.requireSameFile();
      return result;
    };
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => run(() => statement.all(...values(parameters))),
      run: (parameters) => run(() => statement.run(...values(parameters))),
      iterate: (parameters) => run(() => statement.iterate(...values(parameters))),
    };
  };
  return {
    requireSameFile: check.requireSameFile,
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      const statement = prepare(text);
      statements.set(text, statement);
      return statement;
    },
    close: () => {
      check.end();
      file.close();
    },
  };
}

/** May also match a statement that only reads. */
const WRITES = /\b(?:insert|update|delete|replace|create|alter|drop)\b/i;

/** Kysely passes on the parameters of statements, which are values of SQLite. */
function values(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[];
}

/** How often statements that commit nothing check the file. A probe tells the reason after this time. */
const CHECK_EVERY_MS = 100;

/**
 * Compares the open database, its write-ahead log and its index with the files at their paths. SQLite itself continues with
 * files that were removed (sqlite.org/howtocorrupt.html, section 4), and what it commits is lost.
 */
function createFileCheck(file: DatabaseSync, path: string) {
  const paths = [path, `${path}-wal`, `${path}-shm`];
  let known = paths.map(factsOf);
  let log: number | undefined;
  let checkedAt = performance.now();
  const requireSameFile = () => {
    checkedAt = -Infinity;
    const found = paths.map(factsOf);
    if (!known.every((before, at) => before === undefined || isSameFile(before, found[at])))
      throw lost(path, "or its -wal or -shm was removed or replaced while it was in use");
    const [before, now] = [known[0]?.size ?? 0, found[0]?.size ?? 0];
    // Shorter and complete, it was rewritten by VACUUM.
    if (now < before && now < explained(path, () => sizeOf(file)))
      throw lost(path, "was cut while it was in use");
    // A checkpoint may empty the log, and never shortens it.
    const logged = found[1]?.size ?? 0;
    if (logged > 0 && logged < (known[1]?.size ?? 0))
      throw lost(`${path}-wal`, "was cut while it was in use");
    if (found[1] !== undefined) log ??= openSync(`${path}-wal`, "r");
    // SQLite goes on writing at its end. After a restart it ignores a log without a header.
    if (log !== undefined && logged > 0 && !isLog(log))
      throw lost(`${path}-wal`, "was cut while it was in use");
    known = found;
    checkedAt = performance.now();
  };
  return {
    requireSameFile,
    requireLately() {
      if (!file.isTransaction && performance.now() - checkedAt > CHECK_EVERY_MS) requireSameFile();
    },
    end() {
      if (log !== undefined) closeSync(log);
    },
  };
}

/** Undefined if nothing can be found there. */
function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function isSameFile(before: Stats, now: Stats | undefined): boolean {
  return now?.ino === before.ino && now.dev === before.dev;
}

/** Whether a file begins as a write-ahead log does (sqlite.org/fileformat.html, section 4.1). */
function isLog(file: number): boolean {
  const magic = Buffer.alloc(4);
  readSync(file, magic, 0, 4, 0);
  return [0x377f0682, 0x377f0683].includes(magic.readUInt32BE());
}

function sizeOf(file: DatabaseSync): number {
  const read = (name: string) => Number(file.prepare(`PRAGMA ${name}`).get()?.[name]);
  return read("page_count") * read("page_size");
}

function lost(path: string, what: string): OperatorError {
  return new OperatorError(
    "database-gone",
    `${path} ${what}. Nothing is accepted, because it would be lost. Stop every gateway that uses it, restore the files, ` +
      "and start again.",
  );
}

/** With two names, a database has two write-ahead logs, and each loses what is in the other (howtocorrupt.html, section 2.5). */
function requireOneName(path: string): void {
  if ((factsOf(path)?.nlink ?? 1) > 1)
    throw new OperatorError(
      "file-not-trusted",
      `${path} has a second name (a hard link), and SQLite would lose data under one of them. Remove the other name, or copy the file.`,
    );
}

/** Does something with an SQLite file. An error that the operator can mend is thrown as such. */
function explained<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isSqliteError(error) ? explainSqliteError(path, error) : error;
  }
}

function explainSqliteError(path: string, error: SqliteError): Error {
  if (resultCode(error) === SQLITE_FULL) return diskFull(path, error);
  const found = explanations.find(([result]) => result === resultCode(error));
  if (found === undefined) return error;
  const [, name, code, what] = found;
  return new OperatorError(code, `${path} ${what} (${name}, ${error.errcode}).`, { cause: error });
}

const SQLITE_FULL = 13;

/** By the result code of SQLite and its name (sqlite.org/rescode.html). */
const explanations: readonly (readonly [number, string, OperatorErrorCode, string])[] = [
  [
    26,
    "SQLITE_NOTADB",
    "database-damaged",
    "is no SQLite database. Restore a backup, or name another folder in DATA_DIR",
  ],
  [
    11,
    "SQLITE_CORRUPT",
    "database-damaged",
    "is damaged. Stop the gateway, and restore a backup of the file together with its -wal",
  ],
  [
    14,
    "SQLITE_CANTOPEN",
    "database-unusable",
    "cannot be opened. Check that this user may read and write the file and its folder",
  ],
  [
    8,
    "SQLITE_READONLY",
    "database-unusable",
    "cannot be written. Check the permissions of the file and its folder, and that the disk is not mounted read-only",
  ],
  [
    10,
    "SQLITE_IOERR",
    "database-unusable",
    "cannot be read or written, because its disk reports an error. Check the disk, its quota and its free space",
  ],
];
