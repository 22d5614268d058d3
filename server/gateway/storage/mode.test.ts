import { readdirSync } from "node:fs";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { openGateway } from "../process/open.ts";
import type { Settings } from "../process/settings.ts";
import { runCommand, sandboxOf } from "../testing/process.ts";
import { inProduction, testSettings, unmigratedLocation } from "../testing/open-gateway.ts";
import { openDatabase } from "./dialect.ts";
import { openStorage } from "./open.ts";

const modes = ["production", "sandbox"] as const;

function settingsIn(mode: Settings["mode"], settings: Settings): Settings {
  return mode === "production" ? { ...settings, ...inProduction } : settings;
}

test.each(modes)("a %s database is refused in the other mode and not changed", async (mode) => {
  const settings = await testSettings();
  const otherMode = mode === "sandbox" ? "production" : "sandbox";
  await (await openGateway(settingsIn(mode, settings))).close();
  const before = readdirSync(settings.dataDirectory);
  const refused = openGateway(settingsIn(otherMode, settings));
  await expect(refused).rejects.toMatchObject({ code: "wrong-mode" });
  await expect(refused).rejects.toThrow(new RegExp(`belongs to MODE=${mode}.* Set MODE=${mode}`));

  expect(readdirSync(settings.dataDirectory)).toEqual(before);
  const { gateway, close } = await openGateway(settingsIn(mode, settings));
  const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
  await close();
  expect(demo !== undefined).toBe(mode === "sandbox");
});

test("of two modes that start at once on a new database, one is refused", async () => {
  const key = { MASTER_KEY: Buffer.alloc(32, "key 7").toString("base64") };
  const env = { ...sandboxOf(await testSettings()), ...key };
  const ended = await Promise.all(
    modes.map((MODE) =>
      runCommand("process/commands/partner.ts", ["--code", "ACME", "--banks", ""], {
        ...env,
        MODE,
      }),
    ),
  );
  expect(ended.map(({ code }) => code).sort()).toEqual([0, 2]);
  expect(ended.map(({ stderr }) => stderr).join("")).toMatch(/belongs to MODE=\w+, and MODE is/);
});

test("a database of another build is refused", async () => {
  const location = await unmigratedLocation();
  await (await openStorage(location, { mode: "sandbox" })).close();
  const { database } = openDatabase(location);
  onTestFinished(() => database.destroy());
  await sql`INSERT INTO kysely_migration VALUES ('0014-listed-transactions', '')`.execute(database);
  for (const access of ["make", "read"] as const) {
    const opening = openStorage(location, { mode: "sandbox", access });
    await expect(opening).rejects.toMatchObject({ code: "other-build" });
    await expect(opening).rejects.toThrow("Name another database in DATA_DIR or DATABASE_URL");
  }
});
