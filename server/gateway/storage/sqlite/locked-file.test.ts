import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { onPostgres } from "../../testing/open-gateway.ts";
import { hostedBody } from "../../testing/order-bodies.ts";
import { serve } from "../../testing/serve.ts";
import { openDatabase } from "../dialect.ts";

const ORDER_PATH = "/api/v2/orders/payment";
const LIST_PATH = "/api/v2/orders/transactions";

test.runIf(!onPostgres)(
  "while another process has locked the database, an order waits and other requests do not",
  async () => {
    const { settings, url, call } = await serve();
    const otherLock = lockOf(join(settings.dataDirectory, "gateway.sqlite"));
    let isPlaced = false;
    const placing = call("POST", ORDER_PATH, hostedBody("o-1")).finally(() => {
      isPlaced = true;
    });
    for (let reads = 0; reads < 20; reads += 1) {
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect((await call("GET", LIST_PATH)).status).toBe(200);
    }
    expect(isPlaced).toBe(false);
    otherLock.exec("COMMIT");
    expect((await placing).status).toBe(200);
  },
);

test.runIf(!onPostgres)("a lock that does not end is reported", async () => {
  const { settings } = await serve();
  const location = join(settings.dataDirectory, "gateway.sqlite");
  lockOf(location);
  const { database } = openDatabase(location, { lockMs: 50 });
  onTestFinished(() => database.destroy());
  const changes = [
    database.transaction().execute(() => Promise.resolve()),
    database.insertInto("settings").values({ name: "n", value: "v" }).execute(),
  ];
  const message = `Another process has locked the database ${location} for 0.05 s. Let it finish or end it, and repeat the request.`;
  await Promise.all(changes.map((change) => expect(change).rejects.toThrow(message)));
});

/** Locks a database for writing, as another process does. */
function lockOf(location: string): DatabaseSync {
  const file = new DatabaseSync(location);
  onTestFinished(() => {
    file.close();
  });
  file.exec("BEGIN IMMEDIATE");
  return file;
}
