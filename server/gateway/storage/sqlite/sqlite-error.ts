import { isObject } from "@contract-toolkit/contract";

/** An error of SQLite, as `node:sqlite` throws it. */
export interface SqliteError extends Error {
  /** The extended result code (sqlite.org/rescode.html). */
  readonly errcode: number;
}

export function isSqliteError(error: unknown): error is SqliteError {
  return isObject(error) && error["code"] === "ERR_SQLITE_ERROR";
}

/** Another connection has locked the database. */
export const SQLITE_BUSY = 5;

/** The result code of an error without its extension. */
export function resultCode({ errcode }: SqliteError): number {
  return errcode & 0xff;
}
