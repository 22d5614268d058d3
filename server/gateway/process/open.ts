import { openSandboxClock, type SandboxClock } from "../http/sandbox/clock.ts";
import { merchantEvents } from "../callbacks/merchant-events.ts";
import type { Gateway } from "../domain/dependencies.ts";
import type { SettingStore } from "../domain/store.ts";
import { type Bank, unconnectedBank } from "../domain/bank/bank.ts";
import { createEffects, systemClock } from "../platform/system-effects.ts";
import { makeDataDirectory } from "../platform/security/data-directory.ts";
import { createPageKeys, type PageKeys } from "../http/pages/links.ts";
import { createOtps } from "../platform/security/otp.ts";
import {
  keyOfMode,
  recordKey,
  refuseSandboxKey,
  requireSameKey,
  sandboxMasterKey,
} from "./master-key.ts";
import { createCipher } from "../platform/security/cipher.ts";
import { seedDemoPartner } from "../domain/partners/partners.ts";
import { databaseFile, type Settings } from "./settings.ts";
import type { Access } from "../storage/access.ts";
import { openStorage, type Storage } from "../storage/open.ts";
import { onFailure } from "../platform/concurrency/with-cleanup.ts";

/** The gateway without HTTP. */
export interface OpenGateway {
  readonly gateway: Gateway;
  readonly pageKeys: PageKeys;
  /** Present in sandbox mode only. */
  readonly sandboxClock: SandboxClock | undefined;
  /** Rejects when a restart may help. It says nothing of a PostgreSQL server, because no restart brings that back. */
  readonly checkAlive: () => Promise<void>;
  readonly checkWritable: Storage["checkWritable"];
  readonly connectionUse: Storage["connectionUse"];
  /** Encrypts everything that the previous master key encrypted with the current one. Returns the number of texts. */
  readonly reencrypt: () => Promise<number>;
  /** Calls a listener when the outbox may have new events. Returns a function that ends this. */
  readonly onEvent: Storage["onEvent"];
  readonly close: () => Promise<void>;
}

/**
 * Opens the data of a gateway.
 *
 * @param bank omitted by commands that make no payments
 * @param access with `make`, the default, it creates and migrates the database, and adds the demo partner of a sandbox
 * @param listeners called when something has happened in the store
 * @throws OperatorError
 */
export async function openGateway(
  settings: DataSettings,
  bank: Bank = unconnectedBank,
  access: Access = "make",
  listeners?: Parameters<Storage["storeOf"]>[1],
): Promise<OpenGateway> {
  const { dataDirectory, databaseUrl, mode } = settings;
  if (databaseUrl === undefined && access === "make") makeDataDirectory(dataDirectory);
  if (mode === "production" && settings.masterKey !== undefined)
    refuseSandboxKey(dataDirectory, settings.masterKey);
  const location = databaseUrl ?? databaseFile(dataDirectory);
  const storage = await openStorage(location, { mode, access });
  return onFailure(async () => {
    const keys = await keysOf(settings, storage.settings, access);
    const cipher = createCipher(...keys);
    await requireSameKey(storage.settings, cipher, access);
    const sandboxClock = mode === "sandbox" ? await openSandboxClock(storage.settings) : undefined;
    const gateway: Gateway = {
      ...createEffects(sandboxClock ?? systemClock),
      events: merchantEvents,
      store: storage.storeOf(cipher, listeners),
      bank,
      otps: createOtps(...keys),
    };
    if (mode === "sandbox" && access === "make") await seedDemoPartner(gateway);
    const pageKeys = createPageKeys(...keys);
    const { checkWritable, connectionUse, onEvent, close } = storage;
    const checkAlive = databaseUrl === undefined ? storage.ping : () => Promise.resolve();
    const reencrypt = async () => {
      const count = await storage.reencrypt(cipher);
      // Last, so that a process with only the new key starts only if it can open everything.
      await recordKey(storage.settings, cipher);
      return count;
    };
    return {
      gateway,
      pageKeys,
      sandboxClock,
      checkAlive,
      checkWritable,
      connectionUse,
      reencrypt,
      onEvent,
      close,
    };
  }, storage.close);
}

type DataSettings = Pick<
  Settings,
  "dataDirectory" | "databaseUrl" | "masterKey" | "previousMasterKey" | "mode"
>;

/** The key that encrypts, followed by the key that only decrypts. */
async function keysOf(
  { masterKey, previousMasterKey, dataDirectory, mode }: DataSettings,
  stored: SettingStore,
  access: Access,
): Promise<[Uint8Array, ...Uint8Array[]]> {
  const current = masterKey ?? (await sandboxMasterKey(dataDirectory, stored, access));
  const previous = previousMasterKey === undefined ? [] : [previousMasterKey];
  return [keyOfMode(current, mode), ...previous.map((key) => keyOfMode(key, mode))];
}
