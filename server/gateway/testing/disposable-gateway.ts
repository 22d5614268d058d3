import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { issueJwt } from "../http/authentication/jwt.ts";
import { readSettings } from "../process/settings.ts";
import { startGateway } from "../process/start.ts";
import type { TestDatabase } from "./open-gateway.ts";

/** A sandbox gateway in this process. Disposing it stops it and removes its data. */
export interface DisposableGateway extends AsyncDisposable {
  readonly url: URL;
  /** A JWT of the demo partner. */
  readonly token: string;
}

interface GatewayOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** From `takeTestDatabase`. Default: SQLite in the temporary data folder. */
  readonly database?: TestDatabase;
  /** The exports of a copy of the gateway's code. */
  readonly modules?: typeof ownModules;
}

const ownModules = { startGateway, readSettings, issueJwt };

/** Starts a gateway on a free port, with a temporary data folder. */
export async function startDisposableGateway({
  environment,
  database,
  modules = ownModules,
}: GatewayOptions = {}): Promise<DisposableGateway> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const running = await modules.startGateway(
    modules.readSettings({
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: folder,
      DATABASE_URL: database?.url,
      ...environment,
    }),
  );
  const demo = await running.gateway.store.partners.find(DEMO_PARTNER_CODE);
  return {
    url: new URL(running.url),
    token: demo ? await modules.issueJwt(DEMO_PARTNER_CODE, demo.secret, Date.now()) : "",
    async [Symbol.asyncDispose]() {
      await running.close();
      await database?.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
