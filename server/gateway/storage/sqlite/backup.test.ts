import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { systemCode } from "../../platform/operator-error.ts";
import { temporaryFolder } from "../../testing/open-gateway.ts";
import { backUpSqlite } from "./backup.ts";

test("a backup neither follows nor replaces what others have put there", async () => {
  const folder = temporaryFolder();
  const [source, victim] = [join(folder, "source"), join(folder, "victim")];
  const [target, link] = [join(folder, "target"), join(folder, "link")];
  const database = new DatabaseSync(source);
  database.exec("CREATE TABLE t (c)");
  database.close();
  writeFileSync(victim, "precious");
  symlinkSync(victim, `${target}.partial`);
  symlinkSync(join(folder, "nowhere"), link);
  const results = await Promise.all(
    [target, target, link].map((path) => backUpSqlite(source, path).catch(systemCode)),
  );
  expect(results.filter((result) => result === "file-unusable")).toHaveLength(2);
  expect(readFileSync(victim, "utf8")).toBe("precious");
  expect(readdirSync(folder)).toEqual(["link", "source", "target", "target.partial", "victim"]);
});
