import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { onPostgres, testLocation } from "../testing/open-gateway.ts";
import { openDatabase } from "./dialect.ts";

test.runIf(onPostgres)("a statement waits for a lock for a limited time", async () => {
  const { database } = openDatabase(await testLocation());
  const { rows } = await sql`SHOW lock_timeout`.execute(database);
  expect(rows).toEqual([{ lockTimeout: "10s" }]);
  await database.destroy();
});

test.runIf(onPostgres)(
  "PostgreSQL ends a statement before its connection is closed for silence",
  async () => {
    const { database } = openDatabase(await testLocation(), { silenceMs: 500 });
    onTestFinished(() => database.destroy());
    await expect(sql`SELECT pg_sleep(5)`.execute(database)).rejects.toThrow("statement timeout");
  },
);

test.runIf(onPostgres)("a silent connection is closed and replaced", async () => {
  const passing = await passingOn(await testLocation());
  const { database } = openDatabase(passing.location, { silenceMs: 1000 });
  onTestFinished(() => database.destroy());
  const ask = () => sql`SELECT 1`.execute(database);
  const askAtOnce = () => Promise.allSettled(Array.from({ length: 20 }, ask));
  await askAtOnce();
  passing.silence();
  // The queries on the silent connections fail. The others get new connections.
  expect((await askAtOnce()).filter(({ status }) => status === "fulfilled")).not.toEqual([]);
  await ask();
});

/** A proxy to PostgreSQL. `silence` stops its connections without ending them, as when a machine disappears. */
async function passingOn(location: string) {
  const passedOn = new Set<Socket>();
  const { hostname, port } = new URL(location);
  const server = createServer((socket) => {
    const database = connect(Number(port), hostname);
    for (const each of [socket, database]) {
      passedOn.add(each);
      each.on("error", () => undefined);
    }
    socket.pipe(database).pipe(socket);
  });
  // oxlint-disable-next-line contract/free-port -- it is no HTTP server
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    for (const each of passedOn) each.destroy();
  });
  const address = server.address();
  const through = new URL(location);
  through.port = String(typeof address === "object" && address?.port);
  return {
    location: through.href,
    silence() {
      for (const each of passedOn) each.unpipe();
    },
  };
}
