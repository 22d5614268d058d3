import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { sandboxBank } from "../../domain/bank/bank-sandbox.ts";
import type { Gateway } from "../../domain/dependencies.ts";
import { createPartner } from "../../domain/partners/partners.ts";
import { listOwnTransactions } from "../../domain/payments/payments.ts";
import { createCipher } from "../../security/cipher.ts";
import { createOtps } from "../../security/otp.ts";
import { createEffects, systemClock } from "../../system-effects.ts";
import { onPostgres } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { startReplicas } from "../../testing/postgres-replicas.ts";
import { openStorage } from "../open.ts";
import type { ListServer } from "./standby-reads.ts";

const partnerCode = "P1";

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

test.runIf(onPostgres)("a server that is away, or is no standby, reads nothing", async () => {
  await using replicas = await startReplicas();
  const other = new URL(replicas.primaryUrl);
  other.port = "1";
  for (const readUrl of [other.href, replicas.primaryUrl]) {
    const { reads, list } = await openReading(replicas.primaryUrl, readUrl);
    await list();
    expect(reads).toEqual(["primary"]);
  }
});

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
  return { gateway, reads, list };
}
