import { readFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, test } from "vitest";
import {
  lookupAuthentication,
  startAuthentication,
} from "../domain/authentications.ts";
import { createPartner } from "../domain/partners.ts";
import { createSeal } from "../seal.ts";
import { openTestGateway, temporaryFolder } from "../testing.ts";
import { openStorage } from "./open.ts";

const seal = createSeal(new Uint8Array(32));

test("what was stored is there after opening again", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "gateway.sqlite");
  const first = await openStorage(file, seal);
  await first.settings.write("a", "1");
  await first.settings.write("a", "2");
  await first.close();
  const second = await openStorage(file, seal);
  expect(await second.settings.read("a")).toBe("2");
  expect(await second.settings.read("b")).toBeUndefined();
  await second.close();
});

test("writes are durable and references are kept", async () => {
  const { folder } = await openTestGateway();
  const database = new Sqlite(join(folder, "gateway.sqlite"));
  expect(database.pragma("journal_mode", { simple: true })).toBe("wal");
  database.close();
  const gateway = await openTestGateway();
  await expect(
    gateway.store.authorizations.add({
      id: "1",
      partnerCode: "nobody",
      merchantRefId: "r",
      amount: 1000,
      currency: "VND",
      status: "AUTHORIZED",
      authorizedAt: 0,
    }),
  ).rejects.toThrow("FOREIGN KEY");
});

test("a transaction that fails leaves nothing behind", async () => {
  const gateway = await openTestGateway();
  await expect(
    gateway.store.atomically(async (store) => {
      await createPartner({ ...gateway, store }, "P1", { ownerType: false });
      throw new Error("midway");
    }),
  ).rejects.toThrow("midway");
  expect(await gateway.store.partners.find("P1")).toBeUndefined();
});

test("a partner comes back as it was registered", async () => {
  const gateway = await openTestGateway();
  const { partner, secret } = await createPartner(gateway, "P1", {
    ownerType: true,
    paymentMethods: ["CC"],
    bankCodes: [],
    subAccounts: ["A"],
  });
  expect(await gateway.store.partners.find("P1")).toEqual({ partner, secret });
  expect(await gateway.store.partners.customerFee("P1", "CC")).toBe(0);
});

test("a partner may have more sub accounts than one statement takes", async () => {
  const gateway = await openTestGateway();
  const subAccounts = Array.from(
    { length: 40_000 },
    (_, at) => `S${String(at)}`,
  );
  await createPartner(gateway, "P1", { ownerType: true, subAccounts });
  const { partners } = gateway.store;
  expect(await partners.hasSubAccount("P1", "S39999")).toBe(true);
});

test("secrets and tokens are not readable in the files", async () => {
  const gateway = await openTestGateway();
  const { secret } = await createPartner(gateway, "P1", { ownerType: false });
  const tokenId = gateway.tokens.make();
  const asker = { partnerCode: "P1" };
  const started = await startAuthentication(gateway, asker, {
    merchantRefId: "r",
    amount: 1000,
    status: "VERIFIED",
    card: {
      number: "4111111111111111",
      expirationMonth: "12",
      expirationYear: "30",
    },
    eci: "05",
    tokenId,
  });
  expect(await lookupAuthentication(gateway, asker, started.id)).toEqual(
    started,
  );
  for (const name of ["gateway.sqlite", "gateway.sqlite-wal"]) {
    const bytes = readFileSync(join(gateway.folder, name), "latin1");
    expect(bytes).not.toContain(secret);
    expect(bytes).not.toContain(tokenId);
    expect(bytes).not.toContain("4111111111111111");
  }
});
