import { hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataDirectory } from "./data-directory.ts";
import { MASTER_KEY_BYTES, type Seal } from "./seal.ts";
import { type Settings, SettingsError } from "../settings.ts";
import type { SettingStore } from "../domain/store.ts";

/**
 * The sandbox's own master key, made at the first start and readable by its
 * user only.
 *
 * @throws Error when the folder cannot be written or the file is damaged
 */
export function sandboxMasterKey(dataDirectory: string): Uint8Array {
  makeDataDirectory(dataDirectory);
  const file = masterKeyFile(dataDirectory);
  const own = `${file}.${process.pid}`;
  const made = randomBytes(MASTER_KEY_BYTES).toString("base64");
  writeFileSync(own, made, { mode: 0o600 });
  try {
    // Of several processes starting at once one's key gets the name, as a whole, and all use it.
    linkSync(own, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    unlinkSync(own);
  }
  return readKeyFile(file);
}

/**
 * Demands that production's master key is not the one that the sandbox keeps in the same folder.
 *
 * @throws SettingsError
 */
export function refuseSandboxKey(dataDirectory: string, masterKey: Uint8Array): void {
  const file = masterKeyFile(dataDirectory);
  if (existsSync(file) && timingSafeEqual(readKeyFile(file), masterKey))
    throw new SettingsError([
      `MASTER_KEY is the sandbox's key in ${file}; make one for production, for example by \`openssl rand -base64 32\`.`,
    ]);
}

/** The key that a mode seals with, and derives others from: what one mode has sealed does not open in the other. */
export function keyOfMode(masterKey: Uint8Array, mode: Settings["mode"]): Uint8Array {
  return mode === "production"
    ? masterKey
    : new Uint8Array(hkdfSync("sha256", masterKey, "", "sandbox", MASTER_KEY_BYTES));
}

/** Where the sandbox keeps its master key. */
export function masterKeyFile(dataDirectory: string): string {
  return join(dataDirectory, "master.key");
}

/**
 * Demands that the master key is the one that this database is sealed with, or a previous one is.
 *
 * @throws Error before anything is sealed that no other process could open
 */
export async function requireSameKey(settings: SettingStore, seal: Seal): Promise<void> {
  const check = await settings.writeOnce(KEY_CHECK, seal.close(KEY_CHECK, KEY_CHECK));
  if (!opens(seal, check))
    throw new Error(
      "The database is sealed with another master key; set MASTER_KEY, or DATA_DIR of a sandbox, as it was then. " +
        "If you are changing it, set the key from before in MASTER_KEY_PREVIOUS.",
    );
}

/** Says that all of a database is sealed with the current key of a seal. */
export async function recordKey(settings: SettingStore, seal: Seal): Promise<void> {
  await settings.write(KEY_CHECK, seal.close(KEY_CHECK, KEY_CHECK));
}

const KEY_CHECK = "master-key-check";

function opens(seal: Seal, check: string): boolean {
  try {
    seal.open(check, KEY_CHECK);
    return true;
  } catch {
    return false;
  }
}

function readKeyFile(file: string): Uint8Array {
  const key = Buffer.from(readFileSync(file, "utf8"), "base64");
  if (key.length !== MASTER_KEY_BYTES)
    throw new Error(`${file} does not hold a key; remove the data folder to start afresh.`);
  return key;
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
