import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type Sqlite from "better-sqlite3";
import { isSqliteError } from "./sqlite-error.ts";

test("an error of SQLite is recognized by a module that was loaded later, as in each test file of Jest", () => {
  const require = createRequire(import.meta.url);
  const first = require("better-sqlite3") as typeof Sqlite;
  new first(":memory:").close();
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
  const [isFirst, isSecond] = [first, second].map(
    ({ SqliteError }) => error instanceof SqliteError,
  );
  expect(isFirst).not.toBe(isSecond);
  expect(isSqliteError(error)).toBe(true);
  expect(isSqliteError(new Error("no such table"))).toBe(false);
});
