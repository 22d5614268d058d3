import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type Sqlite from "better-sqlite3";
import { isSqliteError } from "./sqlite-error.ts";

test("an error of SQLite is recognized by a module that was loaded later, as in each test file of Jest", () => {
  const require = createRequire(import.meta.url);
  const first = require("better-sqlite3") as typeof Sqlite;
  for (const file of Object.keys(require.cache))
    if (/better-sqlite3.*\.js$/.test(file)) Reflect.deleteProperty(require.cache, file);
  const second = require("better-sqlite3") as typeof Sqlite;
  const database = new second(":memory:");
  const error: unknown = (() => {
    try {
      return database.prepare("SELECT * FROM nothing");
    } catch (thrown) {
      return thrown;
    }
  })();
  expect(error).not.toBeInstanceOf(second.SqliteError);
  expect(error).toBeInstanceOf(first.SqliteError);
  expect(isSqliteError(error)).toBe(true);
  expect(isSqliteError(new Error("no such table"))).toBe(false);
});
