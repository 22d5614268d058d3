import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { OperatorError } from "../../platform/operator-error.ts";
import { onPostgres, openTestGateway, temporaryFolder } from "../../testing/open-gateway.ts";
import { openDatabase } from "../dialect.ts";
import { createGroupCommit } from "./group-commit.ts";

/** A database of which only a part is in the main file, and a function that commits something. */
async function openWritten() {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  const path = join(folder, "gateway.sqlite");
  const { database } = openDatabase(path);
  onTestFinished(() => database.destroy());
  const run = (text: string) => sql.raw(text).execute(database);
  await run("CREATE TABLE notes (text)");
  // A gateway's database is known by it.
  await run("CREATE TABLE kysely_migration (name)");
  const add = (text: string) => run(`INSERT INTO notes VALUES ('${text}')`);
  await add("first");
  await run("PRAGMA wal_checkpoint");
  await add("second");
  return { folder, path, database, run, add };
}

const replace = (file: string) => {
  copyFileSync(file, `${file}.copy`);
  renameSync(`${file}.copy`, file);
};

test.runIf(!onPostgres).each<[string, (path: string, folder: string) => void]>([
  [
    "its file is removed",
    (path) => {
      rmSync(path);
    },
  ],
  [
    "its log is removed",
    (path) => {
      rmSync(`${path}-wal`);
    },
  ],
  [
    "its log is cut to a part",
    (path) => {
      truncateSync(`${path}-wal`, Math.floor(statSync(`${path}-wal`).size / 2));
    },
  ],
  [
    "its index is removed",
    (path) => {
      rmSync(`${path}-shm`);
    },
  ],
  [
    "all its files are removed",
    (_, folder) => {
      rmSync(folder, { recursive: true });
    },
  ],
  [
    "its file is replaced by a copy",
    (path) => {
      replace(path);
    },
  ],
  [
    "its log is replaced by a copy",
    (path) => {
      replace(`${path}-wal`);
    },
  ],
  [
    "its file is cut",
    (path) => {
      truncateSync(path, 4096);
    },
  ],
  [
    "its file is emptied",
    (path) => {
      truncateSync(path);
    },
  ],
  [
    "its log is emptied",
    (path) => {
      truncateSync(`${path}-wal`);
    },
  ],
  [
    "its folder is moved",
    (_, folder) => {
      renameSync(folder, `${folder}-moved`);
    },
  ],
  [
    "its folder is replaced",
    (_, folder) => {
      renameSync(folder, `${folder}-moved`);
      mkdirSync(folder);
      writeFileSync(join(folder, "gateway.sqlite"), "");
    },
  ],
])("nothing is acknowledged after %s", async (_, harm) => {
  const { path, folder, database, add, run } = await openWritten();
  harm(path, folder);
  const gone = { code: "database-gone", message: expect.stringContaining(path) as unknown };
  await expect(add("alone")).rejects.toMatchObject(gone);
  const transaction = database.transaction().execute(async (inside) => {
    await sql`INSERT INTO notes VALUES ('in a transaction')`.execute(inside);
  });
  await expect(transaction).rejects.toMatchObject(gone);
  // Reads know it, too.
  await expect(run("SELECT 1")).rejects.toMatchObject(gone);
});

test.runIf(!onPostgres)("reads find out that the file was removed", async () => {
  const { path, run } = await openWritten();
  rmSync(path);
  const reading = () =>
    run("SELECT 1").then(
      () => "read",
      (error: unknown) => (error instanceof OperatorError ? error.code : error),
    );
  await expect.poll(reading).toBe("database-gone");
});

test.runIf(!onPostgres)("a database that is made smaller by VACUUM is used on", async () => {
  const { path, add, run } = await openWritten();
  await add("x".repeat(1_000_000));
  await run("PRAGMA wal_checkpoint(TRUNCATE)");
  await run("DELETE FROM notes");
  const other = openDatabase(path);
  await sql`VACUUM`.execute(other.database);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(other.database);
  await other.database.destroy();
  await add("third");
});

test.runIf(!onPostgres)("a moved file that comes back is used on", async () => {
  const { path, add } = await openWritten();
  renameSync(path, `${path}.away`);
  await expect(add("lost")).rejects.toMatchObject({ code: "database-gone" });
  renameSync(`${path}.away`, path);
  await add("kept");
});

// SQLite reports the limit of pages as it reports a full disk, and ends the transaction itself.
test.runIf(!onPostgres)("a full disk is reported, and not that the rollback failed", async () => {
  const { database, run, add } = await openWritten();
  await run("PRAGMA max_page_count = 3");
  const long = "x".repeat(100_000);
  const full = { code: "disk-full", message: expect.stringContaining("is full") as unknown };
  await expect(add(long)).rejects.toMatchObject(full);
  const transaction = database.transaction().execute(async (inside) => {
    await sql`INSERT INTO notes VALUES (${long})`.execute(inside);
  });
  await expect(transaction).rejects.toMatchObject(full);
  await run("PRAGMA max_page_count = 1000");
  await add(long);
});

test.runIf(!onPostgres)("a full disk is reported to all members of a group commit", async () => {
  const { database, run } = await openWritten();
  await run("PRAGMA max_page_count = 3");
  const together = createGroupCommit<(text: string) => Promise<unknown>>((work) =>
    database.transaction().execute((transaction) => {
      const execute = (text: string) => sql.raw(text).execute(transaction);
      return work({ inside: execute, run: execute });
    }),
  );
  const members = ["a", "b"].map((letter) =>
    together((execute) => execute(`INSERT INTO notes VALUES ('${letter.repeat(100_000)}')`)),
  );
  for (const ended of await Promise.allSettled(members))
    expect(ended).toMatchObject({ status: "rejected", reason: { code: "disk-full" } });
});

test.runIf(!onPostgres)("what only reads cannot write, and leaves no file behind", async () => {
  const { path, folder, database, run } = await openWritten();
  const reading = () => openDatabase(path, { access: "read" }).database;
  for (const text of ["INSERT INTO notes VALUES ('x')", "CREATE TABLE others (text)"]) {
    const reader = reading();
    await expect(sql.raw(text).execute(reader)).rejects.toThrow();
    await reader.destroy();
  }
  const before = await run("SELECT * FROM notes");
  await database.destroy();
  const reader = reading();
  expect((await sql`SELECT * FROM notes`.execute(reader)).rows).toEqual(before.rows);
  await reader.destroy();
  expect(readdirSync(folder)).toEqual(["gateway.sqlite"]);
});

test.runIf(!onPostgres)("a log without its database is not removed", async () => {
  const { path } = await openWritten();
  const log = `${path}-wal`;
  const kept = join(temporaryFolder(), "gateway.sqlite");
  copyFileSync(log, `${kept}-wal`);
  expect(() => openDatabase(kept)).toThrow("is missing, and its -wal is there");
  expect(readFileSync(`${kept}-wal`)).toEqual(readFileSync(log));
});

test.runIf(!onPostgres)("a gateway whose file was removed acknowledges no order", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  rmSync(join(gateway.folder, "gateway.sqlite"));
  await expect(gateway.addPartner("P2")).rejects.toMatchObject({ code: "database-gone" });
});

test.runIf(!onPostgres)("a database of another program is refused and not changed", () => {
  const path = join(temporaryFolder(), "gateway.sqlite");
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE notes (text)");
  database.close();
  const before = readFileSync(path);
  for (const access of ["make", "change", "read"] as const)
    expect(() => openDatabase(path, { access })).toThrow(
      `${path} is a database of another program. Name the gateway's folder in DATA_DIR.`,
    );
  expect(readFileSync(path)).toEqual(before);
});

test.runIf(!onPostgres)("after damage has been found, nothing is accepted", async () => {
  const { path, run, add } = await openWritten();
  for (let count = 0; count < 200; count += 1) await add("x".repeat(1000));
  await run("PRAGMA wal_checkpoint(TRUNCATE)");
  await run("PRAGMA cache_size = 0");
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(40 * 4096, 7), 0, 40 * 4096, 4096 * 3);
  closeSync(file);
  const damaged: unknown = expect.objectContaining({ code: "database-damaged" });
  await expect(run("SELECT sum(length(text)) FROM notes")).rejects.toEqual(damaged);
  await expect(add("more")).rejects.toEqual(damaged);
  await expect(run("SELECT count(*) FROM kysely_migration")).rejects.toEqual(damaged);
});
