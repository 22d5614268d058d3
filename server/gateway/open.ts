import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSandboxClock, type SandboxClock, systemClock } from "./sandbox/clock.ts";
import type { Gateway } from "./domain/dependencies.ts";
import { type Bank, unconnectedBank } from "./domain/bank/bank.ts";
import { createEffects } from "./system-effects.ts";
import { makeDataDirectory } from "./security/data-directory.ts";
import { createPageKeys, type PageKeys } from "./http/links.ts";
import { createOtps } from "./security/otp.ts";
import { masterKeyFile, requireSameKey, sandboxMasterKey } from "./security/master-key.ts";
import { createSeal } from "./security/seal.ts";
import { seedDemoPartner } from "./sandbox/demo-partner.ts";
import type { Settings } from "./settings.ts";
import { openStorage } from "./storage/open.ts";

/** The gateway without its HTTP side. */
export interface OpenGateway {
  readonly gateway: Gateway;
  readonly pageKeys: PageKeys;
  /** Present in sandbox mode only. */
  readonly sandboxClock: SandboxClock | undefined;
  /** Resolves when the database answers. */
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Opens the data folder, making and migrating what is missing; a sandbox gets its demo partner.
 *
 * @param bank left out by commands that let nobody pay
 * @param options with `isMade` nothing is made or migrated
 * @throws NoGatewayError with `isMade`, where nothing was made yet
 */
export async function openGateway(
  settings: Pick<Settings, "dataDirectory" | "databaseUrl" | "masterKey" | "mode">,
  bank: Bank = unconnectedBank,
  { isMade = false }: { readonly isMade?: boolean } = {},
): Promise<OpenGateway> {
  const { dataDirectory, databaseUrl, mode } = settings;
  const file = join(dataDirectory, "gateway.sqlite");
  if (isMade) requireMade(settings, file);
  else makeDataDirectory(dataDirectory);
  const masterKey = settings.masterKey ?? sandboxMasterKey(dataDirectory);
  const seal = createSeal(masterKey);
  const storage = await openStorage(databaseUrl ?? file, seal, { migrates: !isMade });
  try {
    if (isMade) await storage.ping().catch(noGateway(dataDirectory));
    await requireSameKey(storage.settings, seal);
  } catch (error) {
    await storage.close();
    throw error;
  }
  const sandboxClock = mode === "sandbox" ? await openSandboxClock(storage.settings) : undefined;
  const gateway: Gateway = {
    ...createEffects(sandboxClock ?? systemClock),
    store: storage.store,
    bank,
    otps: createOtps(masterKey),
  };
  if (mode === "sandbox" && !isMade) await seedDemoPartner(gateway);
  const { ping, close } = storage;
  const pageKeys = createPageKeys(masterKey);
  return { gateway, pageKeys, sandboxClock, ping, close };
}

/** There is no gateway yet whose data could be opened. */
export class NoGatewayError extends Error {
  readonly code = "no-gateway";
}

function requireMade(
  {
    dataDirectory,
    databaseUrl,
    masterKey,
  }: Pick<Settings, "dataDirectory" | "databaseUrl" | "masterKey">,
  file: string,
): void {
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
