import { CamelCasePlugin, Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { unmigratedLocation } from "../../testing/open-gateway.ts";
import { openDialect } from "../dialect.ts";
import type { Tables } from "../tables.ts";
import { initial } from "./0001-initial.ts";
import { historyAndOutbox } from "./0002-history-and-outbox.ts";
import { receivers } from "./0005-receivers.ts";

test("deliveries from before have their receivers", async () => {
  const { dialect } = openDialect(await unmigratedLocation());
  const database = new Kysely<Tables>({
    dialect,
    plugins: [new CamelCasePlugin()],
  });
  onTestFinished(() => database.destroy());
  for (const migration of [initial, historyAndOutbox]) await migration.up(database);
  await database
    .insertInto("partners")
    .values({ code: "P1", ownerType: 0, secretSealed: "" })
    .execute();
  for (const [id, url] of [
    ["d-1", "https://shop.example/paid?order=1"],
    ["d-2", "http://127.0.0.1:4000/paid"],
    ["d-3", "no URL"],
  ])
    await sql`
      INSERT INTO deliveries (id, partner_code, kind, url, subject_id, content_sealed, status, tries, held_back, created_at, due_at, leased_until)
      VALUES (${id}, 'P1', 'order.payment', ${url}, 's', '', 'pending', 0, 0, 0, 0, 0)
    `.execute(database);

  await receivers.up(database);
  expect(
    await database.selectFrom("deliveries").select(["id", "receiver"]).orderBy("id").execute(),
  ).toEqual([
    { id: "d-1", receiver: "P1 shop.example" },
    { id: "d-2", receiver: "P1 127.0.0.1:4000" },
    { id: "d-3", receiver: "P1 " },
  ]);
});
