/**
 * Measures the throughput of 1, 2 and 4 dispatcher processes on one PostgreSQL, and the processor time of each callback; with
 * --jetstream, that of processes which move the events to NATS and deliver them from there.
 *
 *     node server/gateway/laboratory/dispatchers.ts [--jetstream] [EVENTS] [PARTNERS]
 */
import { fork } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { enqueueEvent } from "../domain/outbox/outbox.ts";
import { requireFound } from "../domain/errors.ts";
import { secretsAt } from "../domain/partners/partner.ts";
import { createPartner } from "../domain/partners/partners.ts";
import { openGateway } from "../open.ts";
import { readSettings } from "../settings.ts";
import { systemClock } from "../system-effects.ts";
import { startSink } from "../testing/callback-sink.ts";
import { placeHosted } from "../testing/orders.ts";
import { startPostgres } from "../testing/postgres.ts";
import { createDispatcher } from "../webhooks/dispatcher.ts";
import { postToAddress } from "../webhooks/receiver-addresses/post.ts";
import type { SigningSecrets } from "../webhooks/signing.ts";
import { startWorker } from "../worker.ts";
import { deliverByJetStream, startJetStream } from "./jetstream.ts";
import { postgresMs, processMs } from "./processor-time.ts";

const { values, positionals } = parseArgs({
  options: { jetstream: { type: "boolean", default: false } },
  allowPositionals: true,
});
const [events = "3000", partners = "20"] = positionals;

const attempts = {
  post: postToAddress,
  rules: { loopback: true },
  machineNow: () => systemClock.now(),
};
const DAY_MS = 86_400_000;
const masterKey = new Uint8Array(32);

const open = (databaseUrl: string) =>
  openGateway({
    ...readSettings({ MODE: "sandbox", DATABASE_URL: databaseUrl }),
    mode: "production",
    masterKey,
  });

const { DATABASE_URL = "", NATS_SERVERS = "" } = process.env;
if (process.send === undefined) await measureAll();
else await (NATS_SERVERS === "" ? dispatch : relay)(DATABASE_URL);

/** Delivers what is in the outbox, until it is told to end. */
async function dispatch(databaseUrl: string): Promise<void> {
  const { gateway, onEvent, close } = await open(databaseUrl);
  const onError = console.error;
  const dispatcher = createDispatcher({
    ...attempts,
    gateway,
    faults: false,
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
  reportProcessorTime(() => void worker.stop(1000).then(end).then(close));
}

/** Delivers what is in the outbox by way of a stream, until it is told to end. */
async function relay(databaseUrl: string): Promise<void> {
  const { gateway } = await open(databaseUrl);
  const secrets = new Map<string, Promise<SigningSecrets>>();
  const read = async (code: string) =>
    secretsAt(requireFound(await gateway.store.partners.find(code), "partner"), systemClock.now());
  reportProcessorTime(() => process.exit());
  await deliverByJetStream(NATS_SERVERS, databaseUrl, masterKey, attempts, (code) => {
    const known = secrets.get(code) ?? read(code);
    secrets.set(code, known);
    return known;
  });
}

/** Sends the processor time since now when it is told to end. */
function reportProcessorTime(stop: () => void): void {
  const { user, system } = process.cpuUsage();
  process.once("disconnect", () => process.exit());
  process.once("message", () => {
    const used = process.cpuUsage();
    process.send?.((used.user + used.system - user - system) / 1000, stop);
  });
}

async function measureAll(): Promise<void> {
  const server = await startPostgres({ durable: true });
  console.log(
    "| Processes | Callbacks a second | Gateway, ms each | PostgreSQL, ms each | NATS, ms each | Twice |",
  );
  console.log("| --: | --: | --: | --: | --: | --: |");
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
  const queue = values.jetstream ? await startJetStream() : undefined;
  const usedBefore = [postgresMs(server.folder), processMs(queue?.pid)];
  const env = { ...process.env, DATABASE_URL: url, NATS_SERVERS: queue?.servers };
  const children = Array.from({ length: processes }, () => fork(import.meta.filename, { env }));
  while (sink.received.length === 0) await wait(1);
  const begun = performance.now();
  while (new Set(idsOf(sink.received)).size < Number(events)) await wait(50);
  const tookMs = performance.now() - begun;
  const used = [postgresMs(server.folder), processMs(queue?.pid)];
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
  queue?.stop();
  const twice = sink.received.length - Number(events);
  const inServers = used.map((ms, at) => ms - (usedBefore[at] ?? 0));
  const each = [inGateways, ...inServers].map((ms) => (ms / Number(events)).toFixed(2));
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
