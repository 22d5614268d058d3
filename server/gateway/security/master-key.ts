import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataDirectory } from "./data-directory.ts";
import { deriveKey, MASTER_KEY_BYTES, type Seal } from "./seal.ts";
import { type Settings, SettingsError } from "../settings.ts";
import type { SettingStore } from "../domain/store.ts";

/**
 * Reads the sandbox's own master key, which is made at the first start. Only its user can read it.
 *
 * @throws Error if the folder cannot be written or the file is damaged
 */
export function sandboxMasterKey(dataDirectory: string): Uint8Array {
  makeDataDirectory(dataDirectory);
  const file = masterKeyFile(dataDirectory);
  const own = `${file}.${process.pid}`;
  const made = randomBytes(MASTER_KEY_BYTES).toString("base64");
  writeFileSync(own, made, { mode: 0o600 });
  try {
    // If several processes start at once, one complete key gets the name, and all use it.
    linkSync(own, file);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    unlinkSync(own);
  }
  return readKeyFile(file);
}

/**
 * Refuses a master key of production that a sandbox keeps in the same folder.
 *
 * @throws SettingsError
 */
export function refuseSandboxKey(dataDirectory: string, masterKey: Uint8Array): void {
  const file = masterKeyFile(dataDirectory);
  if (existsSync(file) && timingSafeEqual(readKeyFile(file), masterKey))
    throw new SettingsError([
      `MASTER_KEY is the sandbox's key in ${file}; make one for production, for example with \`openssl rand -base64 32\`.`,
    ]);
}

/** Derives the key of a mode, so that one mode cannot open what the other has sealed. */
export function keyOfMode(masterKey: Uint8Array, mode: Settings["mode"]): Uint8Array {
  return mode === "production" ? masterKey : deriveKey(masterKey, "sandbox");
}

/** Path of the sandbox's master key. */
export function masterKeyFile(dataDirectory: string): string {
  return join(dataDirectory, "master.key");
}

/**
 * Checks that the master key, or the previous one, has sealed this database.
 *
 * @throws Error before anything is sealed that no other process can open
 */
export async function requireSameKey(settings: SettingStore, seal: Seal): Promise<void> {
  const check = await settings.writeOnce(KEY_CHECK, seal.close(KEY_CHECK, KEY_CHECK));
  if (!opens(seal, check))
    throw new Error(
      "The database is sealed with another master key. Set that key in MASTER_KEY, or the DATA_DIR that has it for a sandbox. " +
        "If you are changing the key, set the previous one in MASTER_KEY_PREVIOUS.",
    );
}

/** Records that a whole database is sealed with the current key. */
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
    throw new Error(`${file} does not hold a key; remove the data folder to start again.`);
  return key;
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
