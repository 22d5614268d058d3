import { randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  makeDataDirectory,
  onFileSystem,
  requireDataDirectory,
  requireOwnFile,
} from "../platform/security/data-directory.ts";
import { writeNewFile } from "../platform/security/new-file.ts";
import {
  deriveKey,
  MASTER_KEY_BYTES,
  masterKeyOf,
  type Cipher,
} from "../platform/security/cipher.ts";
import { OperatorError, SettingsError } from "../platform/operator-error.ts";
import type { Mode } from "../platform/mode.ts";
import { type Access, NoGatewayError } from "../storage/access.ts";
import type { SettingStore } from "../domain/store.ts";

/**
 * Reads the sandbox's own master key. Only its user can read it. It is made at the first start, and never for a database that
 * is encrypted with another one.
 *
 * @throws OperatorError if the folder or the key cannot be used
 */
export async function sandboxMasterKey(
  dataDirectory: string,
  settings: Pick<SettingStore, "read">,
  access: Access = "make",
): Promise<Uint8Array> {
  const file = masterKeyFile(dataDirectory);
  // Read before looking for the key: a process that starts at the same time makes the key first.
  const isEncrypted = (await settings.read(KEY_CHECK)) !== undefined;
  const isNew = !isEncrypted && access === "make";
  if (isNew) makeDataDirectory(dataDirectory);
  else if (!existsSync(file))
    throw new OperatorError(
      "key-unusable",
      `There is no ${file}, and the database is encrypted with its key. Restore the file, name the folder that has it in DATA_DIR, ` +
        "or set the key in MASTER_KEY. To begin with an empty sandbox instead, remove the database.",
    );
  requireDataDirectory(dataDirectory, "sandbox");
  if (isNew) makeKey(file);
  return readKeyFile(file);
}

/** Makes the key, unless another process that starts at the same time has made it. */
function makeKey(file: string): void {
  const key = randomBytes(MASTER_KEY_BYTES).toString("base64");
  onFileSystem(file, () => writeNewFile(file, key));
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

/** Derives the key of a mode, so that one mode cannot decrypt what the other has encrypted. */
export function keyOfMode(masterKey: Uint8Array, mode: Mode): Uint8Array {
  return mode === "production" ? masterKey : deriveKey(masterKey, "sandbox");
}

/** Path of the sandbox's master key. */
export function masterKeyFile(dataDirectory: string): string {
  return join(dataDirectory, "master.key");
}

/**
 * Checks that the master key, or the previous one, has encrypted this database.
 *
 * @throws OperatorError before anything is encrypted that no other process can decrypt
 */
export async function requireSameKey(
  settings: SettingStore,
  cipher: Cipher,
  access: Access = "make",
): Promise<void> {
  const check = await (access === "make"
    ? settings.writeOnce(KEY_CHECK, cipher.encrypt(KEY_CHECK, KEY_CHECK))
    : settings.read(KEY_CHECK));
  if (check === undefined) throw new NoGatewayError("The database");
  if (!decrypts(cipher, check))
    throw new OperatorError(
      "key-unusable",
      "The database is encrypted with another master key. Set that key in MASTER_KEY, or the DATA_DIR that has it for a sandbox. " +
        "If you are changing the key, set the previous one in MASTER_KEY_PREVIOUS.",
    );
}

/** Records that a whole database is encrypted with the current key. */
export async function recordKey(settings: SettingStore, cipher: Cipher): Promise<void> {
  await settings.write(KEY_CHECK, cipher.encrypt(KEY_CHECK, KEY_CHECK));
}

const KEY_CHECK = "master-key-check";

function decrypts(cipher: Cipher, check: string): boolean {
  try {
    cipher.decrypt(check, KEY_CHECK);
    return true;
  } catch {
    return false;
  }
}

function readKeyFile(file: string): Uint8Array {
  requireOwnFile(file);
  const key = masterKeyOf(onFileSystem(file, () => readFileSync(file, "utf8")).trim());
  if (key === undefined)
    throw new OperatorError(
      "key-unusable",
      `${file} does not hold a key. Restore it. To begin with an empty sandbox instead, remove it together with the database.`,
    );
  return key;
}
