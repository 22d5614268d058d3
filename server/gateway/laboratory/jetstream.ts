import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { AckPolicy, jetstream, jetstreamManager } from "@nats-io/jetstream";
import { connect } from "@nats-io/transport-node";
import pLimit from "p-limit";
import pg from "pg";
import type { LeasedDelivery } from "../domain/outbox/delivery.ts";
import { createCipher } from "../security/cipher.ts";
import { purposes } from "../storage/encrypted-columns.ts";
import { freePort } from "../testing/postgres.ts";
import { attemptDelivery, type AttemptDeps } from "../webhooks/attempt.ts";
import type { SigningSecrets } from "../webhooks/signing.ts";

const name = "callbacks";
const AT_ONCE = 100;

/** Starts Debian's `nats-server` with an empty stream on disk. */
export async function startJetStream() {
  const folder = mkdtempSync("/tmp/nats-");
  const port = await freePort();
  const given = ["--jetstream", `--store_dir=${folder}`, "--addr=127.0.0.1", `--port=${port}`];
  const server = spawn("nats-server", given, { stdio: "ignore" });
  const servers = `127.0.0.1:${port}`;
  const connection = await connect({ servers, waitOnFirstConnect: true });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name, subjects: [name] });
  await manager.consumers.add(name, { durable_name: name, ack_policy: AckPolicy.Explicit });
  await connection.close();
  return {
    servers,
    pid: server.pid,
    stop() {
      server.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A row of the outbox as it stands in the database and in the stream. */
interface Row extends Omit<LeasedDelivery, "content" | "partnerCode" | "subjectId" | "createdAt"> {
  readonly partner_code: string;
  readonly subject_id: string;
  readonly created_at: string;
  readonly content_sealed: string;
}

/**
 * Moves events from the outbox to the stream, and delivers what is in the stream: the least that a queue must do. It leaves out
 * retries after hours, shares of partners and receivers, and the list of attempts.
 */
export async function deliverByJetStream(
  servers: string,
  databaseUrl: string,
  masterKey: Uint8Array,
  deps: AttemptDeps,
  secretsOf: (partnerCode: string) => Promise<SigningSecrets>,
): Promise<void> {
  const connection = await connect({ servers });
  const stream = jetstream(connection);
  const cipher = createCipher(masterKey);
  const limit = pLimit(AT_ONCE);
  const deliver = async (row: Row) => {
    const { partner_code: partnerCode, subject_id: subjectId } = row;
    const content = cipher.decrypt(row.content_sealed, purposes.delivery(row.id));
    const createdAt = Number(row.created_at);
    const delivery = { ...row, partnerCode, subjectId, createdAt, content };
    return attemptDelivery(delivery, await secretsOf(partnerCode), undefined, deps);
  };
  const messages = await (
    await stream.consumers.get(name, name)
  ).consume({ max_messages: AT_ONCE });
  void (async () => {
    for await (const message of messages)
      void limit(async () => {
        const { result } = await deliver(message.json<Row>());
        if (result.outcome === "acknowledged") message.ack();
        else throw new Error(`A receiver of the laboratory: ${result.outcome}.`);
      });
  })();
  const client = new pg.Client(databaseUrl);
  await client.connect();
  for (;;) {
    await client.query("BEGIN");
    const { rows } = await client.query<Row>(takeStatement);
    // A message that is published again after a crash has the same id.
    await Promise.all(
      rows.map((row) => stream.publish(name, JSON.stringify(row), { msgID: row.id })),
    );
    await client.query("COMMIT");
    if (rows.length === 0) await wait(200);
  }
}

const takeStatement = `
  UPDATE deliveries SET status = 'delivered' WHERE id IN (
    SELECT id FROM deliveries WHERE status = 'pending' ORDER BY due_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED)
  RETURNING *`;
