import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MASTER_KEY_BYTES } from "./seal.ts";

/**
 * The sandbox's own master key, made at the first start and readable by its
 * user only.
 *
 * @throws Error when the folder cannot be written or the file is damaged
 */
export function sandboxMasterKey(dataDirectory: string): Uint8Array {
  mkdirSync(dataDirectory, { recursive: true });
  const file = join(dataDirectory, "master.key");
  try {
    // Exclusive, so that of two processes starting at once one makes the key and both use it.
    writeFileSync(file, randomBytes(MASTER_KEY_BYTES).toString("base64"), {
      flag: "wx",
      mode: 0o600,
    });
  } catch (error) {
    if (!isExisting(error)) throw error;
  }
  const key = Buffer.from(readFileSync(file, "utf8"), "base64");
  if (key.length !== MASTER_KEY_BYTES)
    throw new Error(
      `${file} does not hold a key; remove the data folder to start afresh.`,
    );
  return key;
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EEXIST";
}
