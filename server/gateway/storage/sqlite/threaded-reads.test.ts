import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { listOwnTransactions } from "../../domain/payments/payments.ts";
import { copyOrder } from "../../testing/copy-order.ts";
import { onPostgres, openTestGateway, testLocation } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { openDatabase } from "../dialect.ts";

test.runIf(!onPostgres)("a long list does not block the event loop", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  await placeHosted(gateway, partner, "o-1");
  await copyOrder(join(gateway.folder, "gateway.sqlite"), 10_000);
  const list = () => listOwnTransactions(gateway, { partnerCode: "P1", limit: 50, page: 201 });
  const all = await list();
  expect(all).toMatchObject({ total: 10_001, transactions: [{ partnerCode: "P1" }] });

  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  await Promise.all(Array.from({ length: 20 }, list));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);

  await placeHosted(gateway, partner, "o-2");
  expect(await list()).toMatchObject({ total: 10_002, transactions: [{}, {}] });
});

test.runIf(!onPostgres)("an error in the thread is that of its query", async () => {
  const { database, longReads = database } = openDatabase(await testLocation());
  onTestFinished(async () => {
    await longReads.destroy();
    await database.destroy();
  });
  await sql`CREATE TABLE t (n integer)`.execute(database);
  await expect(sql`SELECT * FROM none`.execute(longReads)).rejects.toThrow("no such table: none");
  await expect(sql`INSERT INTO t VALUES (1)`.execute(longReads)).rejects.toThrow();
  await sql`INSERT INTO t VALUES (2)`.execute(database);
  expect((await sql`SELECT n FROM t`.execute(longReads)).rows).toEqual([{ n: 2 }]);
});
