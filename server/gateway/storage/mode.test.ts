import { readdirSync } from "node:fs";
import { Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { openGateway } from "../open.ts";
import type { Settings } from "../settings.ts";
import { runCommand } from "../testing/process.ts";
import { inProduction, onPostgres, testLocation, testSettings } from "../testing/open-gateway.ts";
import { createSeal } from "../security/seal.ts";
import { openDialect } from "./dialect.ts";
import { openStorage } from "./open.ts";
import type { Tables } from "./tables.ts";

const modes = ["production", "sandbox"] as const;

function settingsIn(mode: Settings["mode"], settings: Settings): Settings {
  return mode === "production" ? { ...settings, ...inProduction } : settings;
}

test.each(modes)(
  "a database of %s is refused in the other mode, and stays as it was",
  async (mode) => {
    const settings = await testSettings();
    const other = mode === "sandbox" ? "production" : "sandbox";
    await (await openGateway(settingsIn(mode, settings))).close();
    const before = readdirSync(settings.dataDirectory);
    const refused = openGateway(settingsIn(other, settings));
    await expect(refused).rejects.toMatchObject({ code: "wrong-mode" });
    await expect(refused).rejects.toThrow(new RegExp(`belongs to MODE=${mode}.* Set MODE=${mode}`));

    expect(readdirSync(settings.dataDirectory)).toEqual(before);
    const { gateway, close } = await openGateway(settingsIn(mode, settings));
    const demo = await gateway.store.partners.find(DEMO_PARTNER_CODE);
    await close();
    expect(demo !== undefined).toBe(mode === "sandbox");
  },
);

test("of two modes that start at once one has the database", async () => {
  const { dataDirectory, databaseUrl } = await testSettings();
  const env = {
    ...process.env,
    DATA_DIR: dataDirectory,
    DATABASE_URL: databaseUrl,
    MASTER_KEY: Buffer.alloc(32, 7).toString("base64"),
  };
  const ended = await Promise.all(
    modes.map((MODE) =>
      runCommand("cli/partner.ts", ["--code", "ACME", "--banks", ""], { ...env, MODE }),
    ),
  );
  expect(ended.map(({ code }) => code).sort()).toEqual([0, 2]);
  expect(ended.map(({ stderr }) => stderr).join("")).toMatch(/belongs to MODE=\w+, and MODE is/);
});

/** As gateways left it that recorded no mode; where it is to be refused, as if it had still to be migrated. */
async function forgetMode(location: string, isRefused: boolean): Promise<void> {
  const database = new Kysely<Tables>({ dialect: openDialect(location).dialect });
  await database.deleteFrom("settings").where("name", "=", "mode").execute();
  // Databases on PostgreSQL are used again by other tests, as migrated.
  if (isRefused && !onPostgres) await sql`DELETE FROM kysely_migration`.execute(database);
  await database.destroy();
}

const nobody = {
  ownerType: false,
  paymentMethods: new Set<string>(),
  bankCodes: new Set<string>(),
};

const fromBefore = [
  { holds: "nothing", partners: [], clock: false, taken: modes },
  { holds: "a partner", partners: ["ACME"], clock: false, taken: ["production"] },
  { holds: "the demo partner", partners: ["ACME", "DEMO"], clock: false, taken: ["sandbox"] },
  { holds: "a sandbox's clock", partners: ["ACME"], clock: true, taken: ["sandbox"] },
];

test.each(fromBefore)(
  "of a database from before that holds $holds: $taken",
  async ({ partners, clock, taken }) => {
    for (const mode of modes) {
      const location = await testLocation();
      const { storeOf, settings, close } = await openStorage(location, { mode });
      const store = storeOf(createSeal(new Uint8Array(32)));
      for (const code of partners) await store.partners.add({ ...nobody, code }, "", []);
      if (clock) await settings.write("clock", "0");
      await close();
      await forgetMode(location, !taken.includes(mode));

      const outcome = await openStorage(location, { mode }).then(
        async (opened) => {
          await opened.close();
          return "opened";
        },
        (error: unknown) => error,
      );
      if (taken.includes(mode)) expect(outcome).toBe("opened");
      else expect(outcome).toMatchObject({ code: "wrong-mode" });
    }
  },
);
