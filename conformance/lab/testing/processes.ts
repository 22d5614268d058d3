import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { takeTestDatabase } from "../../../server/gateway/testing/open-gateway.ts";
import { startGatewayProcess, type GatewayProcess } from "./gateway-process.ts";

/** A data folder, and a database where the run of the tests is on PostgreSQL, which processes share. */
export interface GatewayPlace extends AsyncDisposable {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  /** Starts one more gateway here, on a free port. */
  start(environment?: Readonly<Record<string, string>>): Promise<GatewayProcess>;
}

/** Makes a place for gateways; whatever still runs there at its end is killed. */
export async function makeGatewayPlace(): Promise<GatewayPlace> {
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
