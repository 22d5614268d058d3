import { join } from "node:path";
import { openSandboxClock, type SandboxClock, systemClock } from "./sandbox/clock.ts";
import type { Gateway } from "./domain/gateway.ts";
import { type Bank, unconnectedBank } from "./domain/bank/bank.ts";
import { createEffects } from "./effects.ts";
import { makeDataDirectory } from "./security/data-directory.ts";
import { createPageKeys, type PageKeys } from "./http/links.ts";
import { createOtps } from "./security/otp.ts";
import { requireSameKey, sandboxMasterKey } from "./security/master-key.ts";
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
 */
export async function openGateway(
  settings: Pick<Settings, "dataDirectory" | "databaseUrl" | "masterKey" | "mode">,
  bank: Bank = unconnectedBank,
): Promise<OpenGateway> {
  const { dataDirectory, databaseUrl, mode } = settings;
  makeDataDirectory(dataDirectory);
  const masterKey = settings.masterKey ?? sandboxMasterKey(dataDirectory);
  const seal = createSeal(masterKey);
  const storage = await openStorage(databaseUrl ?? join(dataDirectory, "gateway.sqlite"), seal);
  try {
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
  if (mode === "sandbox") await seedDemoPartner(gateway);
  const { ping, close } = storage;
  const pageKeys = createPageKeys(masterKey);
  return { gateway, pageKeys, sandboxClock, ping, close };
}
