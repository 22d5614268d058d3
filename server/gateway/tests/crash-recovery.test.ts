import type { GatewayProcess } from "../testing/gateway-process.ts";
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import { onPostgres, takeTestDatabase } from "../testing/open-gateway.ts";
import { full, longTest } from "../testing/long-test.ts";
import { callGateway } from "../testing/call-gateway.ts";
import { anyWork, type Task } from "../testing/crash-workload.ts";
import { auditOf } from "../testing/audit.ts";
import { type GatewayCluster, makeGatewayCluster } from "../testing/gateway-cluster.ts";
import { type Random, randomFrom, runSeed } from "../testing/random.ts";
import { contentsOf, startSink } from "../testing/callback-sink.ts";

const KILLS = full ? 100 : 1;
const TITLE = `after ${KILLS} kills under load no acknowledged change is lost and no change is half done`;
/** A hundred kills take six minutes. */
const LIMIT_MS = 1_800_000;
/** SQLite allows one process. On PostgreSQL another process continues while one is killed. */
const PROCESSES = onPostgres ? 2 : 1;
const WORKERS = 8;
const LONGEST_LIFE_MS = 400;
/** As a multiple of the first start, which shows how busy the machine is. Waiting for a lock or lease takes longer. */
const LONGEST_START = 7;
/** The deliveries of a killed gateway are taken over when their leases end. */
const LONGEST_LEASE_MS = 90_000;

longTest(TITLE, LIMIT_MS, async (step) => {
  const seed = runSeed();
  console.log(`kills: SEED=${seed}`);
  const random = randomFrom(seed);
  await using sink = await startSink();
  await using cluster = await makeGatewayCluster(await takeTestDatabase());
  const begun = performance.now();
  const gateways = await Promise.all(Array.from({ length: PROCESSES }, () => start(cluster)));
  const firstStartMs = performance.now() - begun;
  const awaited: string[] = [];
  const counts = { acknowledged: 0, cutOff: 0, slowestStartMs: 0 };

  for (let kill = 0; kill < KILLS; kill += 1) {
    step(`the work before kill ${kill + 1} of ${KILLS} (SEED=${seed})`);
    const victim = random.below(gateways.length);
    const tasks = await loadAndKill(gateways, victim, random, {
      name: String(kill),
      notifyUrl: sink.url.href,
      atLeast: kill + 2 - counts.acknowledged,
    });
    step(`the start after kill ${kill + 1} of ${KILLS} (SEED=${seed})`);
    const from = performance.now();
    const reborn = (gateways[victim] = await start(cluster));
    const startMs = performance.now() - from;
    if (full) expect(startMs).toBeLessThan(LONGEST_START * firstStartMs);
    counts.slowestStartMs = Math.max(counts.slowestStartMs, startMs);

    const call = callGateway(reborn.url, reborn.token);
    for (const task of tasks) {
      step(`the result of ${task.what} after kill ${kill + 1} of ${KILLS} (SEED=${seed})`);
      await task.check(call).catch((cause: unknown) => {
        const state = task.acknowledged ? "acknowledged" : "cut off";
        throw new Error(`${task.what} (${state}), kill ${kill}`, {
          cause,
        });
      });
      counts[task.acknowledged ? "acknowledged" : "cutOff"] += 1;
      if (task.notified !== undefined) awaited.push(task.notified);
    }
    step(`the audit after kill ${kill + 1} of ${KILLS} (SEED=${seed})`);
    expect((await auditOf(cluster)).findings).toEqual([]);
  }
  console.log(`kills: ${JSON.stringify(counts)}`);
  expect(counts.acknowledged).toBeGreaterThan(KILLS);
  expect((await auditOf(cluster)).records).toBeGreaterThan(KILLS);
  const missingNotifications = () => {
    const received = contentsOf(sink).join();
    return awaited.filter((id) => !received.includes(id));
  };
  step(`the last of ${awaited.length} callbacks (SEED=${seed})`);
  await expect.poll(missingNotifications, { timeout: LONGEST_LEASE_MS }).toEqual([]);
});

async function start(cluster: GatewayCluster): Promise<GatewayProcess> {
  const gateway = await cluster.start({ LOG_LEVEL: "silent" });
  expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
  return gateway;
}

/**
 * Sends requests to all gateways until one is killed, and returns the tasks. The kill waits until at least `atLeast`
 * tasks are acknowledged, because a busy machine may not acknowledge any in the drawn time.
 */
async function loadAndKill(
  gateways: readonly GatewayProcess[],
  victim: number,
  random: Random,
  { name: round, notifyUrl, atLeast }: { name: string; notifyUrl: string; atLeast: number },
): Promise<Task[]> {
  const tasks: Task[] = [];
  let over = false;
  const worker = async (at: number): Promise<void> => {
    const gateway = gateways[at % gateways.length];
    if (gateway === undefined) return;
    const call = callGateway(gateway.url, gateway.token);
    for (let turn = 0; !over; turn += 1) {
      const name = `${round}-${at}-${turn}`;
      try {
        await anyWork(random)(call, name, tasks, notifyUrl);
      } catch (error) {
        // Only the killed gateway may leave a call without a response.
        if (error instanceof assert.AssertionError) throw error;
        if (at % gateways.length !== victim) throw error;
        return;
      }
    }
  };
  const workers = Array.from({ length: WORKERS }, (_, at) => worker(at));
  await wait(random.next() * LONGEST_LIFE_MS);
  while (tasks.filter(({ acknowledged }) => acknowledged).length < atLeast) await wait(10);
  await gateways[victim]?.end("SIGKILL");
  over = true;
  await Promise.all(workers);
  return tasks;
}
