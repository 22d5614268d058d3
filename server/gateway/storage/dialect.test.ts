import { connect, createServer, type Socket } from "node:net";
import { once } from "node:events";
import { Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { onPostgres, testLocation } from "../testing/open-gateway.ts";
import { openDialect } from "./dialect.ts";

test.runIf(onPostgres)("no statement waits for ever for a lock of another program", async () => {
  const { dialect } = openDialect(await testLocation());
  const database = new Kysely({ dialect });
  const { rows } = await sql`SHOW lock_timeout`.execute(database);
  expect(rows).toEqual([{ lock_timeout: "10s" }]);
  await database.destroy();
});

test.runIf(onPostgres)("a connection that falls silent is closed and replaced", async () => {
  const passing = await passingOn(await testLocation());
  const { dialect } = openDialect(passing.location, { silenceMs: 1000 });
  const database = new Kysely({ dialect });
  onTestFinished(() => database.destroy());
  const ask = () => sql`SELECT 1`.execute(database);
  const askAtOnce = () => Promise.allSettled(Array.from({ length: 20 }, ask));
  await askAtOnce();
  passing.silence();
  // As many as the process has connections are asked in vain, and the others get new ones.
  expect((await askAtOnce()).filter(({ status }) => status === "fulfilled")).not.toEqual([]);
  await ask();
});

/** Where a PostgreSQL is reached through connections that `silence` makes silent, without an end, as a machine that is gone does. */
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
