/**
 * Measures the throughput of 1, 2 and 4 dispatcher processes on one PostgreSQL, and the processor time of each callback.
 *
 *     node server/gateway/laboratory/dispatchers.ts [EVENTS] [PARTNERS]
 */
import { fork } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { enqueueEvent } from "../domain/outbox/outbox.ts";
import { createPartner } from "../domain/partners/partners.ts";
import { openGateway } from "../open.ts";
import { readSettings } from "../settings.ts";
import { systemClock } from "../system-effects.ts";
import { startSink } from "../testing/callback-sink.ts";
import { placeHosted } from "../testing/orders.ts";
import { startPostgres } from "../testing/postgres.ts";
import { createDispatcher } from "../webhooks/dispatcher.ts";
import { postToAddress } from "../webhooks/receiver-addresses/post.ts";
import { startWorker } from "../worker.ts";
import { postgresMs } from "./processor-time.ts";

const [events = "3000", partners = "20"] = process.argv.slice(2);

const DAY_MS = 86_400_000;

const open = (databaseUrl: string) =>
  openGateway({
    ...readSettings({ MODE: "sandbox", DATABASE_URL: databaseUrl }),
    mode: "production",
    masterKey: new Uint8Array(32),
  });

if (process.send !== undefined) await dispatch(process.env["DATABASE_URL"] ?? "");
else await measureAll();

/** Delivers what is in the outbox, until it is told to end. */
async function dispatch(databaseUrl: string): Promise<void> {
  const { gateway, onEvent, close } = await open(databaseUrl);
  const onError = console.error;
  const dispatcher = createDispatcher({
    gateway,
    post: postToAddress,
    rules: { loopback: true },
    faults: false,
    machineNow: () => systemClock.now(),
    random: Math.random,
    onError,
  });
  const followClock = () => Promise.resolve();
  const worker = startWorker({
    gateway,
    dispatcher,
    followClock,
    retentionMs: 90 * DAY_MS,
    onError,
  });
  const end = onEvent(() => {
    worker.wake();
  });
  const { user, system } = process.cpuUsage();
  process.once("disconnect", () => process.exit());
  process.once("message", () => {
    const used = process.cpuUsage();
    process.send?.((used.user + used.system - user - system) / 1000);
    void worker.stop(1000).then(end).then(close);
  });
}

async function measureAll(): Promise<void> {
  const server = await startPostgres({ durable: true });
  console.log(
    "| Processes | Callbacks a second | Gateway, ms each | PostgreSQL, ms each | Twice |",
  );
  console.log("| --: | --: | --: | --: | --: |");
  try {
    for (const processes of [1, 2, 4]) await measure(server, processes);
  } finally {
    await server.stop();
  }
}

async function measure(server: Awaited<ReturnType<typeof startPostgres>>, processes: number) {
  const client = new pg.Client(server.url);
  await client.connect();
  await client.query(`CREATE DATABASE d${processes}`);
  await client.end();
  const url = new URL(`/d${processes}`, server.url).href;
  await using sink = await startSink();
  await fill(url, `http://127.0.0.1:${sink.port}/`);
  const before = postgresMs(server.folder);
  const children = Array.from({ length: processes }, () =>
    fork(import.meta.filename, { env: { ...process.env, DATABASE_URL: url } }),
  );
  while (sink.received.length === 0) await wait(1);
  const begun = performance.now();
  while (new Set(idsOf(sink.received)).size < Number(events)) await wait(50);
  const tookMs = performance.now() - begun;
  const inPostgres = postgresMs(server.folder) - before;
  let inGateways = 0;
  for (const child of children)
    inGateways += await new Promise<number>((resolve) => {
      child.once("message", (used) => {
        resolve(Number(used));
      });
      child.send("end");
    }).finally(() => {
      child.disconnect();
    });
  const twice = sink.received.length - Number(events);
  const each = [inGateways, inPostgres].map((ms) => (ms / Number(events)).toFixed(2));
  const rate = ((Number(events) / tookMs) * 1000).toFixed(0);
  console.log(`| ${[processes, rate, ...each, twice].join(" | ")} |`);
}

function idsOf(received: readonly { readonly text: string }[]): string[] {
  return received.map(({ text }) => /"webhook-id":"([^"]+)"/.exec(text)?.[1] ?? "");
}

async function fill(databaseUrl: string, receiver: string): Promise<void> {
  const { gateway, close } = await open(databaseUrl);
  for (let at = 0; at < Number(partners); at += 1) {
    const code = `P${at}`;
    const { partner } = await createPartner(gateway, code, { ownerType: false });
    const order = await placeHosted(gateway, partner, "1");
    await gateway.store.atomically(async (store) => {
      for (let event = at; event < Number(events); event += Number(partners))
        await enqueueEvent(
          { ...gateway, store },
          {
            kind: "order.payment",
            partnerCode: code,
            url: receiver,
            subjectId: order.id,
            content: gateway.events.payment({ ...order, status: "success" }),
          },
        );
    });
  }
  await close();
}
