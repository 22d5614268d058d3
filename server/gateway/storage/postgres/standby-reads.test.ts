import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { sandboxBank } from "../../domain/bank/bank-sandbox.ts";
import type { Gateway } from "../../domain/dependencies.ts";
import { createPartner } from "../../domain/partners/partners.ts";
import { listOwnTransactions } from "../../domain/payments/payments.ts";
import { createCipher } from "../../security/cipher.ts";
import { createOtps } from "../../security/otp.ts";
import { createEffects, systemClock } from "../../system-effects.ts";
import { execute, onPostgres } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { startReplicas } from "../../testing/postgres-replicas.ts";
import { openStorage } from "../open.ts";
import type { ListServer } from "./standby-reads.ts";

const partnerCode = "P1";

/** A standby that could not be used is asked again after 1 second. */
const AFTER_LEFT_ALONE_MS = 1100;

test.runIf(onPostgres)("lists are read from a standby only while it has every order", async () => {
  await using replicas = await startReplicas();
  const { primaryUrl, standbyUrl } = replicas;
  const { gateway, reads, list } = await openReading(primaryUrl, standbyUrl);
  const { partner } = await createPartner(gateway, partnerCode, { ownerType: false });
  let orders = 0;
  /** Places an order, and lists it. Returns the server of the list. */
  const placeAndList = async () => {
    const { id } = await placeHosted(gateway, partner, String((orders += 1)));
    const { transactions, total } = await list();
    expect([transactions[0]?.id, total]).toEqual([id, orders]);
    return reads.at(-1);
  };
  await expect.poll(placeAndList).toBe("standby");
  for (let order = 0; order < 50; order += 1) await placeAndList();

  const standby = new pg.Client(standbyUrl);
  await standby.connect();
  await standby.query("SELECT pg_wal_replay_pause()");
  expect([await placeAndList(), await placeAndList()]).toEqual(["primary", "primary"]);
  await standby.query("SELECT pg_wal_replay_resume()");
  await expect.poll(placeAndList).toBe("standby");

  await standby.query("SELECT pg_promote()");
  await standby.end();
  expect((await list()).total).toBe(orders);
  expect(reads.at(-1)).toBe("primary");
});

test.runIf(onPostgres)(
  "a server that is away, is no standby, or has another database reads nothing",
  async () => {
    await using replicas = await startReplicas();
    const away = new URL(replicas.primaryUrl);
    away.port = "1";
    await execute(replicas.primaryUrl, "CREATE DATABASE other");
    const other = new URL("/other", replicas.primaryUrl).href;
    await openReading(other, away.href);
    const otherOfStandby = new URL("/other", replicas.standbyUrl).href;
    for (const readUrl of [away.href, replicas.primaryUrl, otherOfStandby]) {
      const { reads, list } = await openReading(replicas.primaryUrl, readUrl);
      await list();
      expect(reads).toEqual(["primary"]);
    }
  },
);

test.runIf(onPostgres)("a former primary with other data reads nothing", async () => {
  await using replicas = await startReplicas();
  const before = await openReading(replicas.primaryUrl, replicas.standbyUrl);
  const { partner } = await createPartner(before.gateway, partnerCode, { ownerType: false });
  await placeHosted(before.gateway, partner, "both");
  await replicas.killPrimary();
  await replicas.promoteStandby();
  await replicas.restartFormer("primary");
  // It no longer has a standby. Its log gets longer than that of the primary.
  await execute(
    replicas.primaryUrl,
    `SET synchronous_commit = local;
    UPDATE transactions SET order_id = 'former';
    SELECT pg_logical_emit_message(false, 'test', repeat('x', 20000000))`,
  );
  const { gateway, reads, list } = await openReading(replicas.standbyUrl, replicas.primaryUrl);
  const states = {
    "as a primary": () => Promise.resolve(),
    "as a standby": () => replicas.restartFormer("standby"),
    // Both have the second timeline now.
    async "as a standby that was promoted"() {
      await execute(replicas.primaryUrl, "SELECT pg_promote()");
      await replicas.restartFormer("standby");
    },
  };
  for (const [state, change] of Object.entries(states)) {
    await change();
    await wait(AFTER_LEFT_ALONE_MS);
    await placeHosted(gateway, partner, state);
    const { transactions } = await list();
    expect([transactions[0]?.orderId, reads.at(-1)]).toEqual([state, "primary"]);
  }
});

test.runIf(onPostgres)("a standby that does not respond delays one list a second", async () => {
  await using replicas = await startReplicas();
  const { list, listed } = await openReading(replicas.primaryUrl, replicas.standbyUrl);
  const listInTime = async () => {
    const begun = performance.now();
    await list();
    return performance.now() - begun < 300;
  };
  const lists = () => Promise.all(Array.from({ length: 20 }, listInTime));
  await expect.poll(listed).toBe("standby");
  const pid = await replicas.standbyPid();
  // The children do not respond, either.
  const all = execFileSync("pgrep", ["--parent", String(pid)], { encoding: "utf8" });
  const pids = [pid, ...all.trim().split("\n").map(Number)];
  for (const each of pids) process.kill(each, "SIGSTOP");
  try {
    await lists();
    await wait(AFTER_LEFT_ALONE_MS);
    const inTime = await lists();
    expect(inTime.filter((isInTime) => !isInTime).length).toBeLessThanOrEqual(1);
  } finally {
    for (const each of pids) process.kill(each, "SIGCONT");
  }
  await expect.poll(listed).toBe("standby");
});

test.runIf(onPostgres)(
  "after a failover, lists are read from the standby of the new primary",
  async () => {
    await using replicas = await startReplicas();
    const { list } = await openReading(replicas.primaryUrl, replicas.standbyUrl);
    await list();
    await replicas.swap();
    const { listed } = await openReading(replicas.standbyUrl, replicas.primaryUrl);
    await expect.poll(listed).toBe("standby");
  },
);

/** A gateway that may read lists from another server. */
async function openReading(url: string, standbyUrl: string) {
  const storage = await openStorage(url, { mode: "sandbox", standbyUrl });
  onTestFinished(storage.close);
  const reads: ListServer[] = [];
  const onListRead = (server: ListServer) => reads.push(server);
  const gateway: Gateway = {
    ...createEffects(systemClock),
    store: storage.storeOf(createCipher(new Uint8Array(32)), { onListRead }),
    bank: sandboxBank,
    otps: createOtps(new Uint8Array(32)),
  };
  const list = () => listOwnTransactions(gateway, { partnerCode, limit: 1, page: 1 });
  /** Reads a list. Returns the server that it came from. */
  const listed = async () => {
    await list();
    return reads.at(-1);
  };
  return { gateway, reads, list, listed };
}
