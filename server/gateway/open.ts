import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openSandboxClock, type SandboxClock, systemClock } from "./clock.ts";
import type { Gateway } from "./domain/gateway.ts";
import { createEffects } from "./effects.ts";
import { sandboxMasterKey } from "./master-key.ts";
import { createSeal } from "./seal.ts";
import { seedDemoPartner } from "./seed.ts";
import type { Settings } from "./settings.ts";
import { openStorage } from "./storage/open.ts";

/** The gateway without its HTTP side. */
export interface OpenGateway {
  readonly gateway: Gateway;
  /** Present in sandbox mode only. */
  readonly sandboxClock: SandboxClock | undefined;
  readonly close: () => Promise<void>;
}

/** Opens the data folder, making and migrating what is missing; a sandbox gets its demo partner. */
export async function openGateway(
  settings: Pick<Settings, "dataDirectory" | "masterKey" | "mode">,
): Promise<OpenGateway> {
  const { dataDirectory, mode } = settings;
  mkdirSync(dataDirectory, { recursive: true });
  const masterKey = settings.masterKey ?? sandboxMasterKey(dataDirectory);
  const storage = await openStorage(
    join(dataDirectory, "gateway.sqlite"),
    createSeal(masterKey),
  );
  const sandboxClock =
    mode === "sandbox" ? await openSandboxClock(storage.settings) : undefined;
  const gateway: Gateway = {
    ...createEffects(sandboxClock ?? systemClock),
    store: storage.store,
  };
  if (mode === "sandbox") await seedDemoPartner(gateway);
  return { gateway, sandboxClock, close: storage.close };
}
