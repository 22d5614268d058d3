import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDataDirectory } from "./data-directory.ts";
import { MASTER_KEY_BYTES, type Seal } from "./seal.ts";
import type { SettingStore } from "../storage/stores/settings.ts";

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
  const key = Buffer.from(readFileSync(file, "utf8"), "base64");
  if (key.length !== MASTER_KEY_BYTES)
    throw new Error(`${file} does not hold a key; remove the data folder to start afresh.`);
  return key;
}

/** Where the sandbox keeps its master key. */
export function masterKeyFile(dataDirectory: string): string {
  return join(dataDirectory, "master.key");
}

/**
 * Demands that the master key is the one that this database began with.
 *
 * @throws Error before anything is sealed that no other process could open
 */
export async function requireSameKey(settings: SettingStore, seal: Seal): Promise<void> {
  const closed = seal.close(KEY_CHECK, KEY_CHECK);
  try {
    seal.open(await settings.writeOnce(KEY_CHECK, closed), KEY_CHECK);
  } catch (error) {
    throw new Error(
      "The database was made with another master key; set MASTER_KEY, or DATA_DIR of a sandbox, as it was then.",
      { cause: error },
    );
  }
}

const KEY_CHECK = "master-key-check";

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
