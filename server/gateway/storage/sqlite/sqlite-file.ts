import { closeSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import Sqlite from "better-sqlite3";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { diskFull, OperatorError, type OperatorErrorCode } from "../../operator-error.ts";
import {
  onFileSystem,
  requireDataDirectory,
  requireOwnFile,
} from "../../security/data-directory.ts";
import { createEmptyFile } from "../../security/new-file.ts";
import type { Settings } from "../../settings.ts";
import { type Access, NoGatewayError } from "../access.ts";
import { isSqliteError } from "./sqlite-error.ts";

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
  mode: Settings["mode"],
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
    const readonly = readsOnly && isLogged;
    const file = new Sqlite(path, { timeout: lockMs, readonly, fileMustExist: true });
    try {
      requireGateway(file, path, access);
      if (readsOnly) file.pragma("query_only = ON");
      else file.pragma("journal_mode = WAL");
      // Below FULL, WAL may lose the last acknowledged orders when power fails.
      file.pragma("synchronous = FULL");
      file.pragma("foreign_keys = ON");
      file.pragma("busy_timeout = 0");
      return { ...watched(file, path), path, readsOnly, isInTransaction: () => file.inTransaction };
    } catch (error) {
      file.close();
      throw error;
    }
  });
}

/** Requires that a database is empty, if it may be made, or a gateway's. Otherwise it would be changed before it is refused. */
function requireGateway(file: Sqlite.Database, path: string, access: Access): void {
  const tables = file.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
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
  file: Sqlite.Database,
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
    const run = <Result>(work: () => Result): Result => {
      // A statement that is a transaction of its own. If the file was cut before, this statement would fill it again, so it is checked first.
      const commits = !statement.readonly && !file.inTransaction;
      if (commits) check.requireSameFile();
      else check.requireLately();
      const result = attempt(work);
      if (commits && !file.inTransaction) check.requireSameFile();
      return result;
    };
    return {
      reader: statement.reader,
      all: (parameters) => run(() => statement.all(parameters)),
      run: (parameters) => run(() => statement.run(parameters)),
      iterate: (parameters) => run(() => statement.iterate(parameters)),
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

/** How often statements that commit nothing check the file. A probe tells the reason after this time. */
const CHECK_EVERY_MS = 100;

/**
 * Compares the open database, its write-ahead log and its index with the files at their paths. SQLite itself continues with
 * files that were removed (sqlite.org/howtocorrupt.html, section 4), and what it commits is lost.
 */
function createFileCheck(file: Sqlite.Database, path: string) {
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
      if (!file.inTransaction && performance.now() - checkedAt > CHECK_EVERY_MS) requireSameFile();
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

function sizeOf(file: Sqlite.Database): number {
  const read = (name: string) => Number(file.pragma(name, { simple: true }));
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

function explainSqliteError(path: string, error: InstanceType<typeof Sqlite.SqliteError>): Error {
  if (error.code === "SQLITE_FULL") return diskFull(path, error);
  const found = explanations.find(([code]) => error.code.startsWith(code));
  if (found === undefined) return error;
  const [, code, what] = found;
  return new OperatorError(code, `${path} ${what} (${error.code}).`, { cause: error });
}

/** By the beginning of a result code of SQLite (sqlite.org/rescode.html). */
const explanations: readonly (readonly [string, OperatorErrorCode, string])[] = [
  [
    "SQLITE_NOTADB",
    "database-damaged",
    "is no SQLite database. Restore a backup, or name another folder in DATA_DIR",
  ],
  [
    "SQLITE_CORRUPT",
    "database-damaged",
    "is damaged. Stop the gateway, and restore a backup of the file together with its -wal",
  ],
  [
    "SQLITE_CANTOPEN",
    "database-unusable",
    "cannot be opened. Check that this user may read and write the file and its folder",
  ],
  [
    "SQLITE_READONLY",
    "database-unusable",
    "cannot be written. Check the permissions of the file and its folder, and that the disk is not mounted read-only",
  ],
  [
    "SQLITE_IOERR",
    "database-unusable",
    "cannot be read or written, because its disk reports an error. Check the disk, its quota and its free space",
  ],
];
