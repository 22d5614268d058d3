import type Sqlite from "better-sqlite3";
import { isObject } from "@contract-toolkit/contract";

/** Whether SQLite has thrown an error. If a test runner loads the module several times, its class is that of the first time. */
export function isSqliteError(error: unknown): error is InstanceType<typeof Sqlite.SqliteError> {
  return isObject(error) && error["name"] === "SqliteError";
}
