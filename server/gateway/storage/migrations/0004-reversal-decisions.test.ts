import { CamelCasePlugin, Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { unmigratedLocation } from "../../testing/open-gateway.ts";
import { openDialect } from "../dialect.ts";
import type { Tables } from "../tables.ts";
import { initial } from "./0001-initial.ts";
import { historyAndOutbox } from "./0002-history-and-outbox.ts";
import { bankSide } from "./0003-bank-side.ts";
import { reversalDecisions } from "./0004-reversal-decisions.ts";

test("what was reversed before belongs to its reversal", async () => {
  const { dialect } = openDialect(await unmigratedLocation());
  const database = new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin()],
  });
  onTestFinished(() => database.destroy());
  for (const migration of [initial, historyAndOutbox, bankSide]) await migration.up(database);
  await database
    .insertInto("partners")
    .values({ code: "P1", ownerType: 0, secretSealed: "" })
    .execute();
  const authorization = {
    partnerCode: "P1",
    merchantRefId: "m",
    amount: 1000,
    currency: "VND",
    authorizedAt: 0,
    updatedAt: 0,
  } as const;
  await database
    .insertInto("authorizations")
    .values([
      { ...authorization, id: "a-1", status: "REVERSED" },
      { ...authorization, id: "a-2", status: "AUTHORIZED" },
    ])
    .execute();
  await sql`
    INSERT INTO reversals (id, authorization_id, merchant_ref_id, amount, currency, status, created_at, updated_at)
    VALUES ('r-1', 'a-1', 'r', 1000, 'VND', 'success', 0, 0)
  `.execute(database);

  await reversalDecisions.up(database);
  expect(
    await database
      .selectFrom("authorizations")
      .select(["id", "reversalId"])
      .orderBy("id")
      .execute(),
  ).toEqual([
    { id: "a-1", reversalId: "r-1" },
    { id: "a-2", reversalId: null },
  ]);
});
