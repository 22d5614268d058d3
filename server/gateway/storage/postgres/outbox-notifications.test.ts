import { once } from "node:events";
import { createServer } from "node:net";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { enqueueEvent } from "../../domain/outbox/outbox.ts";
import { gatewayOn, onPostgres, testLocation } from "../../testing/open-gateway.ts";
import { listenForEvents } from "./outbox-notifications.ts";
import { openStorage } from "../open.ts";

test("a committed event causes a notification, on PostgreSQL also in other processes", async () => {
  const location = await testLocation();
  const open = async () => {
    const storage = await openStorage(location, { mode: "sandbox" });
    onTestFinished(storage.close);
    return storage;
  };
  const [writer, reader] = [await open(), await open()];
  const gateway = gatewayOn(writer, () => 1);
  const partner = {
    code: "P1",
    ownerType: false,
    paymentMethods: new Set<string>(),
    bankCodes: new Set<string>(),
    customerFees: {},
  };
  await gateway.store.partners.add(partner, "secret", []);
  const pending = () => gateway.store.deliveries.backlog().then(({ pending: count }) => count);
  const heard: Promise<number>[] = [];
  const end = (onPostgres ? reader : writer).onEvent(() => heard.push(pending()));
  onTestFinished(end);
  // The first notification comes when it listens.
  if (onPostgres) await expect.poll(() => heard.length).toBe(1);
  await gateway.store.atomically((store) =>
    enqueueEvent(
      { ...gateway, store },
      {
        kind: "order.payment",
        partnerCode: "P1",
        url: "https://a.example/",
        subjectId: "1",
        content: {},
      },
    ),
  );
  await expect.poll(() => heard.length).toBe(onPostgres ? 2 : 1);
  // The event is visible at the time of the notification.
  expect(await heard.at(-1)).toBe(1);
});

test.runIf(onPostgres)("it listens again after its connection was cut", async () => {
  const location = await testLocation();
  let heard = 0;
  onTestFinished(listenForEvents(location, () => (heard += 1), { againMs: 10 }));
  await expect.poll(() => heard).toBe(1);
  const otherClient = new pg.Client(location);
  await otherClient.connect();
  await otherClient.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  await otherClient.end();
  await expect.poll(() => heard).toBe(2);
});

test.runIf(onPostgres)("it replaces its connection when that is old", async () => {
  const location = await testLocation();
  let heard = 0;
  const limits = { againMs: 10, ageMs: 200 };
  onTestFinished(listenForEvents(location, () => (heard += 1), limits));
  await expect.poll(() => heard).toBeGreaterThan(2);
});

test("it connects again if the database accepts a connection but does not answer", async () => {
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.resume();
  });
  // oxlint-disable-next-line contract/free-port -- it is no HTTP server
  silent.listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => {
    silent.close();
  });
  const address = silent.address();
  const port = typeof address === "object" && address?.port;
  const location = `postgres://nobody@127.0.0.1:${String(port)}/none`;
  onTestFinished(listenForEvents(location, () => undefined, { againMs: 10, connectMs: 20 }));
  await expect.poll(() => connections).toBeGreaterThan(1);
});
