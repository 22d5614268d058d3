import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEMO_PARTNER_CODE } from "../../../server/gateway/domain/partners/partners.ts";
import { issueJwt } from "../../../server/gateway/security/jwt.ts";
import { readSettings } from "../../../server/gateway/settings.ts";
import { startGateway } from "../../../server/gateway/start.ts";

/** A reference gateway with a database of its own, stopped and removed at the end of its scope. */
export interface DisposableGateway extends AsyncDisposable {
  readonly url: URL;
  /** A JWT of the demo partner. */
  readonly token: string;
}

const modules = { startGateway, readSettings, issueJwt };

/**
 * Starts a gateway on a free port, with a data folder that nothing else uses.
 *
 * @param of what a copy of the gateway's code exports
 */
export async function startDisposableGateway(
  environment: Readonly<Record<string, string | undefined>> = {},
  of = modules,
): Promise<DisposableGateway> {
  const folder = await mkdtemp(join(tmpdir(), "conformance-"));
  const running = await of.startGateway(
    of.readSettings({
      PORT: "0",
      LOG_LEVEL: "silent",
      DATA_DIR: folder,
      ...environment,
    }),
  );
  const demo = await running.gateway.store.partners.find(DEMO_PARTNER_CODE);
  return {
    url: new URL(running.url),
    token: demo ? await of.issueJwt(DEMO_PARTNER_CODE, demo.secret, Date.now()) : "",
    async [Symbol.asyncDispose]() {
      await running.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
