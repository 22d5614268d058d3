import { Kysely } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { testLocation } from "../../testing/open-gateway.ts";
import { openDialect } from "../dialect.ts";
import { openStorage } from "../open.ts";
import { createSeal } from "../../security/seal.ts";
import { RowsPlugin } from "../rows-plugin.ts";
import type { Tables } from "../tables.ts";

test("a fault is met with as often as was asked for, and leaves nothing behind", async () => {
  const location = await testLocation();
  const storage = await openStorage(location, { mode: "sandbox" });
  onTestFinished(storage.close);
  const { partners, faults } = storage.storeOf(createSeal(new Uint8Array(32)));
  const database = new Kysely<Tables>({
    dialect: openDialect(location).dialect,
    plugins: [new RowsPlugin()],
  });
  onTestFinished(() => database.destroy());
  const partner = {
    code: "P1",
    ownerType: false,
    paymentMethods: new Set(""),
    bankCodes: new Set(""),
    customerFees: {},
  };
  await partners.add(partner, "secret", []);
  await faults.add("1", "P1", { kind: "drop", times: 2 });
  await faults.add("2", "P1", { kind: "duplicate", times: 1 });
  const taken = await Promise.all([1, 2, 3, 4].map(() => faults.take("P1")));
  expect(taken.map((fault) => fault?.kind).sort()).toEqual([
    "drop",
    "drop",
    "duplicate",
    undefined,
  ]);
  expect(await database.selectFrom("deliveryFaults").selectAll().execute()).toEqual([]);
});
