import { sql } from "kysely";
import { expect, test } from "vitest";
import { dueQueues } from "../testing/dispatch.ts";
import { startAuthentication } from "../domain/authentications/authentications.ts";
import { enqueueEvent } from "../domain/outbox/outbox.ts";
import { createPartner, rotateSecret } from "../domain/partners/partners.ts";
import { type OpenGateway, openGateway } from "../process/open.ts";
import { createCipher, type Cipher } from "../platform/security/cipher.ts";
import type { Settings } from "../process/settings.ts";
import { inProduction, testLocation, testSettings } from "../testing/open-gateway.ts";
import { createBank } from "../testing/bank.ts";
import { placeDirect } from "../testing/orders.ts";
import { openStorage } from "./open.ts";
import { reencryptColumns, encryptedColumns } from "./encrypted-columns.ts";
import { inDatabase } from "../testing/in-database.ts";

const before = new Uint8Array(32).fill(1);
const after = new Uint8Array(32).fill(2);
const both = { masterKey: after, previousMasterKey: before };

const card = { number: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
const bank = createBank();
const caller = { partnerCode: "P1" };

test("every column with encrypted texts is listed", async () => {
  const location = await testLocation();
  await (await openStorage(location, { mode: "sandbox" })).close();
  const tables = await inDatabase(location, (database) => database.introspection.getTables());
  const found = tables.flatMap(({ name: table, columns }) =>
    columns.filter(({ name }) => name.endsWith("_sealed")).map(({ name }) => `${table}.${name}`),
  );
  expect(encryptedColumns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(
    found.sort(),
  );
});

test("with a new master key all texts are readable and encrypted again; then the old key opens none", async () => {
  const { settings, use, location, secrets } = await productionOfBefore();
  const { otp, verificationId, digest, pageKey } = await use(
    { masterKey: before },
    async ({ gateway, pageKeys }) => {
      const partner = (await gateway.store.partners.find("P1"))?.partner;
      if (partner === undefined) throw new Error("There is no partner.");
      const { verification } = await placeDirect(gateway, partner, "o-1");
      const { id } = verification;
      const otp = gateway.otps.make(id);
      const pageKey = pageKeys.of("payment", "p");
      return { otp, verificationId: id, digest: verification.otpDigest, pageKey };
    },
  );

  await expect(openGateway({ ...settings, masterKey: after })).rejects.toThrow(
    "MASTER_KEY_PREVIOUS",
  );
  await use(both, async (opened) => {
    const { gateway, pageKeys } = opened;
    expect(await secrets(opened)).toHaveLength(4);
    expect(gateway.otps.matches(verificationId, otp, digest)).toBe(true);
    expect(gateway.otps.recall(verificationId, digest)).toBe(otp);
    expect(pageKeys.isOf("payment", "p", pageKey)).toBe(true);
    expect(await opened.reencrypt()).toBe(4);
    expect(await opened.reencrypt()).toBe(0);
  });

  const known = await use({ masterKey: after }, secrets);
  expect(known).toHaveLength(4);
  await expect(openGateway({ ...settings, masterKey: before })).rejects.toThrow("master key");
  expect(await opensAny(location, createCipher(before))).toBe(false);
});

test("an interrupted reencrypt can be repeated while others read and write", async () => {
  const { use, location, secrets } = await productionOfBefore();
  await use(both, async (opened) => {
    let batches = 0;
    const midway = inDatabase(location, (database) =>
      reencryptColumns(database, createCipher(after, before), (work) => {
        batches += 1;
        if (batches === 2) throw new Error("killed");
        return work(database);
      }),
    );
    await expect(midway).rejects.toThrow("killed");
    expect(await secrets(opened)).toHaveLength(4);

    const { store } = opened.gateway;
    const secretsBefore = await secrets(opened);
    await rotateSecret(opened.gateway, "P1", { now: 0 });
    await createPartner(opened.gateway, "P0", { ownerType: false });
    expect(await opened.reencrypt()).toBe(2);
    expect(await secrets(opened)).not.toEqual(secretsBefore);
    expect(await store.partners.find("P0")).toBeDefined();
  });
  expect(await use({ masterKey: after }, secrets)).toHaveLength(3);
  expect(await opensAny(location, createCipher(before))).toBe(false);
});

/** A production gateway with one text in every encrypted column. */
async function productionOfBefore() {
  const settings: Settings = { ...(await testSettings()), ...inProduction, masterKey: before };
  const use = async <Result>(
    keys: Partial<Settings>,
    work: (opened: OpenGateway) => Promise<Result>,
  ): Promise<Result> => {
    const opened = await openGateway({ ...settings, ...keys }, bank);
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
  const ids = await use({}, async ({ gateway }) => {
    await createPartner(gateway, "P1", { ownerType: false });
    await rotateSecret(gateway, "P1", { now: 0, until: 1 });
    const started = await startAuthentication(gateway, caller, {
      merchantRefId: "r",
      amount: 1000,
      status: "VERIFIED",
      card,
      eci: "05",
      tokenId: "t",
    });
    const notice = { kind: "order.payment", url: "https://shop.example/", content: {} } as const;
    await enqueueEvent(gateway, { ...notice, ...caller, subjectId: "s" });
    return { authentication: started.id };
  });
  /** The encrypted texts: the partner's two secrets, a token and an event. */
  const secrets = async ({ gateway: { store } }: OpenGateway): Promise<readonly unknown[]> => {
    const found = await store.partners.find("P1");
    const authentication = await store.authentications.get(ids.authentication);
    const at = { gateway: Number.MAX_SAFE_INTEGER, machine: Date.now() };
    const lease = { id: "lease", until: 0 };
    const leased = await store.deliveries.lease(await dueQueues({ store }, at), at, lease);
    return [
      found?.secret,
      found?.previousSecret?.secret,
      authentication?.tokenId,
      ...leased.map(({ content }) => content),
    ].filter((text) => text !== undefined);
  };
  const location = settings.databaseUrl ?? `${settings.dataDirectory}/gateway.sqlite`;
  return { settings, use, secrets, location };
}

/** Whether a cipher decrypts any stored text. */
async function opensAny(location: string, cipher: Cipher): Promise<boolean> {
  const texts = await inDatabase(location, async (database) => {
    const all = [];
    for (const { table, column, key, purposeOf } of encryptedColumns) {
      const { rows } = await sql<{ key: string; encrypted: string }>`
        SELECT ${sql.ref(key)} AS key, ${sql.ref(column)} AS encrypted FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} IS NOT NULL
      `.execute(database);
      all.push(...rows.map((row) => ({ encrypted: row.encrypted, purpose: purposeOf(row.key) })));
    }
    const { value } = await database
      .selectFrom("settings")
      .select("value")
      .where("name", "=", "master-key-check")
      .executeTakeFirstOrThrow();
    return [...all, { encrypted: value, purpose: "master-key-check" }];
  });
  return texts.some(({ encrypted, purpose }) => {
    try {
      cipher.decrypt(encrypted, purpose);
      return true;
    } catch {
      return false;
    }
  });
}
