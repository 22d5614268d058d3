import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSandboxClock, type SandboxClock } from "./sandbox/clock.ts";
import type { Gateway } from "./domain/dependencies.ts";
import { type Bank, unconnectedBank } from "./domain/bank/bank.ts";
import { createEffects, systemClock } from "./system-effects.ts";
import { makeDataDirectory } from "./security/data-directory.ts";
import { createPageKeys, type PageKeys } from "./pages/links.ts";
import { createOtps } from "./security/otp.ts";
import {
  keyOfMode,
  masterKeyFile,
  recordKey,
  refuseSandboxKey,
  requireSameKey,
  sandboxMasterKey,
} from "./security/master-key.ts";
import { createSeal } from "./security/seal.ts";
import { seedDemoPartner } from "./domain/partners/partners.ts";
import type { Settings } from "./settings.ts";
import { openStorage, type Storage } from "./storage/open.ts";

/** The gateway without HTTP. */
export interface OpenGateway {
  readonly gateway: Gateway;
  readonly pageKeys: PageKeys;
  /** Present in sandbox mode only. */
  readonly sandboxClock: SandboxClock | undefined;
  /** Rejects when a restart may help. It says nothing of a PostgreSQL server, because no restart brings that back. */
  readonly checkAlive: () => Promise<void>;
  readonly checkWritable: Storage["checkWritable"];
  /** Seals everything that the previous master key sealed with the current one. Returns the number of texts. */
  readonly reseal: () => Promise<number>;
  /** Calls a listener when the outbox may have new events. Returns a function that ends this. */
  readonly onEvent: Storage["onEvent"];
  readonly close: () => Promise<void>;
}

/**
 * Opens the data of a gateway. It creates and migrates the database, and adds the demo partner of a sandbox.
 *
 * @param bank omitted by commands that make no payments
 * @param options with `isMade`, nothing is created or migrated
 * @throws WrongMode before anything is read or written, and NoGatewayError with `isMade` if there is no data
 */
export async function openGateway(
  settings: DataSettings,
  bank: Bank = unconnectedBank,
  { isMade = false }: { readonly isMade?: boolean } = {},
): Promise<OpenGateway> {
  const { dataDirectory, databaseUrl, mode } = settings;
  const file = join(dataDirectory, "gateway.sqlite");
  if (isMade) requireData(settings, file);
  else makeDataDirectory(dataDirectory);
  if (mode === "production" && settings.masterKey !== undefined)
    refuseSandboxKey(dataDirectory, settings.masterKey);
  const storage = await openStorage(databaseUrl ?? file, { mode, migrates: !isMade });
  try {
    if (isMade) await storage.ping().catch(noGateway(dataDirectory));
    const keys = keysOf(settings);
    const seal = createSeal(...keys);
    await requireSameKey(storage.settings, seal);
    const sandboxClock = mode === "sandbox" ? await openSandboxClock(storage.settings) : undefined;
    const gateway: Gateway = {
      ...createEffects(sandboxClock ?? systemClock),
      store: storage.storeOf(seal),
      bank,
      otps: createOtps(...keys),
    };
    if (mode === "sandbox" && !isMade) await seedDemoPartner(gateway);
    const pageKeys = createPageKeys(...keys);
    const { checkWritable, onEvent, close } = storage;
    const checkAlive = databaseUrl === undefined ? storage.ping : () => Promise.resolve();
    const reseal = async () => {
      const count = await storage.reseal(seal);
      // Last, so that a process with only the new key starts only if it can open everything.
      await recordKey(storage.settings, seal);
      return count;
    };
    return { gateway, pageKeys, sandboxClock, checkAlive, checkWritable, reseal, onEvent, close };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

type DataSettings = Pick<
  Settings,
  "dataDirectory" | "databaseUrl" | "masterKey" | "previousMasterKey" | "mode"
>;

/** The key that seals, followed by the key that only opens. */
function keysOf(settings: DataSettings): [Uint8Array, ...Uint8Array[]] {
  const { masterKey, previousMasterKey, dataDirectory, mode } = settings;
  const current = keyOfMode(masterKey ?? sandboxMasterKey(dataDirectory), mode);
  return previousMasterKey === undefined
    ? [current]
    : [current, keyOfMode(previousMasterKey, mode)];
}

/** There is no data of a gateway yet. */
export class NoGatewayError extends Error {
  readonly code = "no-gateway";
}

function requireData({ dataDirectory, databaseUrl, masterKey }: DataSettings, file: string): void {
  const needed = [
    ...(masterKey === undefined ? [masterKeyFile(dataDirectory)] : []),
    ...(databaseUrl === undefined ? [file] : []),
  ];
  if (!needed.every((each) => existsSync(each))) noGateway(dataDirectory)(undefined);
}

function noGateway(dataDirectory: string): (cause: unknown) => never {
  return (cause) => {
    throw new NoGatewayError(
      `There is no data of a gateway in DATA_DIR (${dataDirectory}) or DATABASE_URL.`,
      { cause },
    );
  };
}
