import { cp, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { unmigratedLocation } from "../testing/open-gateway.ts";
import { migrate } from "./migrations.ts";
import { openStorage } from "./open.ts";
import { columnOf } from "./statement.ts";
import { tables } from "./tables.ts";
import { inDatabase } from "../testing/in-database.ts";

test("a further migration runs once and keeps the records, and this build refuses the result", async () => {
  const location = await unmigratedLocation();
  const storage = await openStorage(location, { mode: "sandbox" });
  await storage.settings.write("kept", "yes");
  await storage.close();
  await using temporary = await mkdtempDisposable(join(tmpdir(), "migrations-"));
  const folder = temporary.path;
  await cp(join(import.meta.dirname, "migrations"), folder, { recursive: true });
  await writeFile(join(folder, "9999-next.sql"), "ALTER TABLE settings ADD COLUMN next text;\n");
  const { rows } = await inDatabase(location, async (database) => {
    await migrate(database, folder);
    await migrate(database, folder);
    return sql`SELECT next, value FROM settings WHERE name = 'kept'`.execute(database);
  });
  expect(rows).toEqual([{ value: "yes" }]);
  await expect(openStorage(location, { mode: "sandbox" })).rejects.toMatchObject({
    code: "other-build",
  });
});

test("a new database has the columns of the tables that queries name", async () => {
  const location = await unmigratedLocation();
  await (await openStorage(location, { mode: "sandbox" })).close();
  await inDatabase(location, async (database) => {
    for (const { name, columns } of await database.introspection.getTables()) {
      const table = Object.entries(tables).find(([named]) => columnOf(named) === name)?.[1];
      const stored = columns.map((column) => [column.name, column.isNullable]);
      const named = Object.entries<{ isOptional?: boolean }>(table ?? {});
      expect(Object.fromEntries(stored)).toEqual(
        Object.fromEntries(
          named.map(([column, { isOptional = false }]) => [columnOf(column), isOptional]),
        ),
      );
    }
  });
});
