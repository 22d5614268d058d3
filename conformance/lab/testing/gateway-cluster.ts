import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";
import {
  startGatewayProcess,
  type GatewayProcess,
} from "../../../server/gateway/testing/gateway-process.ts";

/** Gateways that share a data folder, and a database where the run of the tests is on PostgreSQL. */
export interface GatewayCluster extends AsyncDisposable {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  /** Starts one more gateway, on a free port. */
  start(environment?: Readonly<Record<string, string>>): Promise<GatewayProcess>;
}

/** Makes a data folder and a database for gateways; whatever still runs on them at its end is killed. */
export async function makeGatewayCluster(): Promise<GatewayCluster> {
  const folder = await mkdtemp(join(tmpdir(), "gateways-"));
  const { url: databaseUrl, release } = await takeTestDatabase();
  const started: GatewayProcess[] = [];
  return {
    folder,
    databaseUrl,
    async start(environment) {
      const gateway = await startGatewayProcess({
        // The test runner sets a MODE of its own.
        MODE: "sandbox",
        PORT: "0",
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl ?? "",
        ...environment,
      });
      started.push(gateway);
      return gateway;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((gateway) => gateway.end("SIGKILL")));
      await release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
