import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PARTNER_CODE } from "../../server/gateway/domain/partners.ts";
import { issueJwt } from "../../server/gateway/jwt.ts";
import { readSettings } from "../../server/gateway/settings.ts";
import { startGateway } from "../../server/gateway/start.ts";
import { takeTestDatabase } from "../../server/gateway/testing.ts";

/** A reference gateway with a database of its own, stopped and removed at the end of its scope. */
export interface DisposableGateway extends AsyncDisposable {
  readonly url: URL;
  /** A JWT of the demo partner. */
  readonly token: string;
}

/** Starts a gateway on a free port, with a data folder and a database that nothing else uses. */
export async function startTestGateway(
  environment: Readonly<Record<string, string>> = {},
): Promise<DisposableGateway> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const { url: databaseUrl, release } = await takeTestDatabase();
  const running = await startGateway(
    readSettings({
      PORT: "0",
      LOG_LEVEL: "silent",
      ENGINE: process.env["ENGINE"],
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      ...environment,
    }),
  );
  const demo = await running.gateway.store.partners.find(DEMO_PARTNER_CODE);
  return {
    url: new URL(running.url),
    token: demo
      ? await issueJwt(DEMO_PARTNER_CODE, demo.secret, Date.now())
      : "",
    async [Symbol.asyncDispose]() {
      await running.close();
      await release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
