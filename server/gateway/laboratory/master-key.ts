/**
 * Measures orders and lists while everything is encrypted again under a new master key.
 *
 *     node server/gateway/laboratory/master-key.ts [ROWS] [sqlite]
 */
import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { createCipher } from "../security/cipher.ts";
import { keyOfMode } from "../security/master-key.ts";
import { openDatabase } from "../storage/dialect.ts";
import { purposes } from "../storage/encrypted-columns.ts";
import { startGatewayProcess } from "../testing/gateway-process.ts";
import { hostedBody } from "../testing/order-bodies.ts";
import { startPostgres } from "../testing/postgres.ts";

const [rows = "100000", storage = "postgresql"] = process.argv.slice(2);
const PARTNERS = 200;
const A_SECOND = 20;
const QUIET_MS = 10_000;

const before = Buffer.alloc(32, 1);
const after = Buffer.alloc(32, 2);

await using folder = await mkdtempDisposable(join(tmpdir(), "key-"));
const server = storage === "sqlite" ? undefined : await startPostgres({ durable: true });
try {
  const environment = {
    MODE: "sandbox",
    PORT: "0",
    LOG_LEVEL: "silent",
    DATA_DIR: folder.path,
    DATABASE_URL: server?.url ?? "",
  };
  const old = await startGatewayProcess({ ...environment, MASTER_KEY: before.toString("base64") });
  await old.end("SIGTERM");
  await addDeliveries(server?.url ?? join(folder.path, "gateway.sqlite"));
  const changing = {
    ...environment,
    MASTER_KEY: after.toString("base64"),
    MASTER_KEY_PREVIOUS: before.toString("base64"),
  };
  const gateway = await startGatewayProcess(changing);
  const headers = { "X-SERVICE-AUTH": gateway.token, "Content-Type": "application/json" };
  let placed = 0;
  const requests: Readonly<Record<string, () => Promise<Response>>> = {
    order: () =>
      fetch(`${gateway.url}/api/v2/orders/payment`, {
        method: "POST",
        headers,
        body: JSON.stringify(hostedBody(`o-${(placed += 1)}`)),
      }),
    list: () => fetch(`${gateway.url}/api/v2/orders/transactions?limit=15`, { headers }),
  };
  console.log("| While | Request | Number | Failed | Median, ms | p99 | Longest |");
  console.log("| --- | --- | --: | --: | --: | --: | --: |");
  await measure("nothing else runs", requests, () => wait(QUIET_MS));
  const begun = performance.now();
  const command = [join(import.meta.dirname, "../cli/partner.ts"), "--reencrypt"];
  let said = "";
  await measure("texts are encrypted again", requests, async () => {
    const env = { ...process.env, ...changing };
    said = (await promisify(execFile)(process.execPath, command, { env })).stdout.trim();
  });
  console.log(`\n${said} in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  await gateway.end("SIGTERM");
} finally {
  await server?.stop();
}

/** Adds callbacks that were delivered, of 600 bytes each, encrypted with the old key. */
async function addDeliveries(location: string): Promise<void> {
  const { database } = openDatabase(location, { silenceMs: 0, mode: "sandbox" });
  const cipher = createCipher(keyOfMode(before, "sandbox"));
  for (let code = 0; code < PARTNERS; code += 1)
    await sql`
      INSERT INTO partners (code, owner_type, payment_methods, bank_codes, customer_fees, secret_sealed)
      VALUES (${`K${code}`}, 0, '[]', '[]', '{}', ${cipher.encrypt("secret", purposes.partnerSecret(`K${code}`))})
    `.execute(database);
  const now = Date.now();
  for (let from = 0; from < Number(rows); from += 1000)
    await database
      .insertInto("deliveries")
      .values(
        Array.from({ length: Math.min(1000, Number(rows) - from) }, (_, at) => {
          const id = `key-${from + at}`;
          return {
            id,
            partnerCode: `K${(from + at) % PARTNERS}`,
            kind: "order.payment" as const,
            url: "https://shop.example/",
            subjectId: id,
            contentSealed: cipher.encrypt(JSON.stringify("x".repeat(600)), purposes.delivery(id)),
            status: "delivered" as const,
            tries: 1,
            heldBack: 0,
            createdAt: now,
            dueAt: now,
            receiver: "",
            leasedUntil: 0,
          };
        }),
      )
      .execute();
  await database.destroy();
}

/** Sends each request at a steady rate for as long as some work takes. */
async function measure(
  name: string,
  requests: Readonly<Record<string, () => Promise<Response>>>,
  work: () => Promise<unknown>,
): Promise<void> {
  const sent = Object.entries(requests).map(([request, send]) => ({
    request,
    send,
    results: [] as Promise<{ readonly tookMs: number; readonly failed: boolean }>[],
  }));
  const timer = setInterval(() => {
    for (const { send, results } of sent) {
      const begun = performance.now();
      const failed = send().then(
        async (response) => {
          await response.arrayBuffer();
          return response.status !== 200;
        },
        () => true,
      );
      results.push(
        failed.then((isFailed) => ({ tookMs: performance.now() - begun, failed: isFailed })),
      );
    }
  }, 1000 / A_SECOND);
  await work();
  clearInterval(timer);
  for (const { request, results } of sent) {
    const ended = await Promise.all(results);
    const times = ended.map(({ tookMs }) => tookMs).sort((one, other) => one - other);
    const shown = [0.5, 0.99, 1].map((part) =>
      times[Math.floor(part * (times.length - 1))]?.toFixed(0),
    );
    const failed = ended.filter((result) => result.failed).length;
    console.log(`| ${[name, request, ended.length, failed, ...shown].join(" | ")} |`);
  }
}
