import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Gateway } from "./domain/gateway.ts";
import type { Partner } from "./domain/partner.ts";
import { createPartner, type PartnerRequest } from "./domain/partners.ts";
import { createEffects } from "./effects.ts";
import { createSeal } from "./seal.ts";
import { readSettings, type Settings } from "./settings.ts";
import { openStorage } from "./storage/open.ts";

/** A folder that is removed when the test has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Settings of a gateway on any free port, with a data folder of its own. */
export function testSettings(further: Partial<Settings> = {}): Settings {
  const defaults = readSettings({ PORT: "0", LOG_LEVEL: "silent" });
  return { ...defaults, dataDirectory: temporaryFolder(), ...further };
}

/** A gateway on a database of its own, whose clock moves when it is told to. */
export interface TestGateway extends Gateway {
  readonly folder: string;
  advance(byMs: number): void;
  addPartner(code: string, request?: Partial<PartnerRequest>): Promise<Partner>;
}

/** Opens a gateway for one test. */
export async function openTestGateway(
  folder = temporaryFolder(),
): Promise<TestGateway> {
  let now = Date.UTC(2026, 10, 20, 3);
  const storage = await openStorage(
    join(folder, "gateway.sqlite"),
    createSeal(new Uint8Array(32)),
  );
  onTestFinished(storage.close);
  const gateway: Gateway = {
    ...createEffects({ now: () => now }),
    store: storage.store,
  };
  return {
    ...gateway,
    folder,
    advance(byMs) {
      now += byMs;
    },
    async addPartner(code, request) {
      const full = { ownerType: false, ...request };
      return (await createPartner(gateway, code, full)).partner;
    },
  };
}
