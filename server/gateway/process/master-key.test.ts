import { chmodSync, existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keyOfMode, refuseSandboxKey, requireSameKey, sandboxMasterKey } from "./master-key.ts";
import { createCipher } from "../platform/security/cipher.ts";
import { openGateway } from "./open.ts";
import { openStorage } from "../storage/open.ts";
import { temporaryFolder, testLocation, testSettings } from "../testing/open-gateway.ts";

/** A database that is encrypted with no key yet. */
const unencrypted = { read: () => Promise.resolve(undefined) };

test("the sandbox's key is made once, and only its user can read it", async () => {
  const folder = join(temporaryFolder(), "data");
  const [key, ...others] = await Promise.all(
    Array.from({ length: 3 }, () => sandboxMasterKey(folder, unencrypted)),
  );
  expect(key).toHaveLength(32);
  for (const otherKey of others) expect(otherKey).toEqual(key);
  expect(readdirSync(folder)).toEqual(["master.key"]);
  expect(statSync(join(folder, "master.key")).mode & 0o777).toBe(0o600);
});

test("a damaged key is reported and not replaced", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "master.key");
  for (const damaged of ["", "damaged", `${"A".repeat(43)}=${"A".repeat(43)}=`]) {
    writeFileSync(file, damaged);
    chmodSync(file, 0o600);
    await expect(sandboxMasterKey(folder, unencrypted)).rejects.toMatchObject({
      code: "key-unusable",
      message: expect.stringContaining(file) as unknown,
    });
  }
});

test("a key that is a link is not used", async () => {
  const [folder, elsewhere] = [temporaryFolder(), temporaryFolder()];
  await sandboxMasterKey(elsewhere, unencrypted);
  symlinkSync(join(elsewhere, "master.key"), join(folder, "master.key"));
  await expect(sandboxMasterKey(folder, unencrypted)).rejects.toMatchObject({
    code: "file-not-trusted",
  });
});

test("a lost key is reported and not replaced", async () => {
  const settings = await testSettings();
  await (await openGateway(settings)).close();
  const elsewhere = { ...settings, dataDirectory: temporaryFolder() };
  const location = settings.databaseUrl ?? join(settings.dataDirectory, "gateway.sqlite");
  const { settings: stored, close } = await openStorage(location, { mode: "sandbox" });
  for (const access of ["make", "change", "read"] as const)
    await expect(sandboxMasterKey(elsewhere.dataDirectory, stored, access)).rejects.toMatchObject({
      code: "key-unusable",
    });
  await close();
  expect(existsSync(join(elsewhere.dataDirectory, "master.key"))).toBe(false);
});

test("another key is refused, and a command does not claim a database", async () => {
  const { settings, close } = await openStorage(await testLocation(), { mode: "sandbox" });
  const cipher = createCipher(new Uint8Array(32));
  await expect(requireSameKey(settings, cipher, "change")).rejects.toMatchObject({
    code: "no-gateway",
  });
  await requireSameKey(settings, cipher);
  const otherCipher = createCipher(new Uint8Array(32).fill(1));
  await expect(requireSameKey(settings, otherCipher)).rejects.toMatchObject({
    code: "key-unusable",
  });
  await close();
});

test("the sandbox's key is refused in production in the same folder", async () => {
  const folder = temporaryFolder();
  const key = await sandboxMasterKey(folder, unencrypted);
  expect(() => {
    refuseSandboxKey(folder, key);
  }).toThrow("MASTER_KEY is the sandbox's key");
  refuseSandboxKey(folder, new Uint8Array(32));
  refuseSandboxKey(temporaryFolder(), key);
});

test("one mode cannot decrypt what the other has encrypted with the same master key", () => {
  const key = new Uint8Array(32).fill(7);
  const [production, sandbox] = [
    createCipher(keyOfMode(key, "production")),
    createCipher(keyOfMode(key, "sandbox")),
  ];
  expect(() => production.decrypt(sandbox.encrypt("secret", "a"), "a")).toThrow();
  expect(() => sandbox.decrypt(production.encrypt("secret", "a"), "a")).toThrow();
});
