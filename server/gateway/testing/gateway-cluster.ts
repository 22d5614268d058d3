import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startGatewayProcess, type GatewayProcess } from "./gateway-process.ts";
import type { TestDatabase } from "./open-gateway.ts";

/** Gateway processes that share a data folder and, on PostgreSQL, a database. */
export interface GatewayCluster extends AsyncDisposable {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  /** Starts one more gateway, on a free port. */
  start(environment?: Readonly<Record<string, string>>): Promise<GatewayProcess>;
}

/**
 * Makes a data folder for gateway processes. Disposing it kills them and removes the folder.
 *
 * @param database from `takeTestDatabase`; default: SQLite in the folder
 */
export async function makeGatewayCluster(
  database?: Partial<TestDatabase>,
): Promise<GatewayCluster> {
  const folder = await mkdtemp(join(tmpdir(), "gateways-"));
  const started: GatewayProcess[] = [];
  return {
    folder,
    databaseUrl: database?.url,
    async start(environment) {
      const gateway = await startGatewayProcess({
        // The test runner sets MODE=test.
        MODE: "sandbox",
        PORT: "0",
        DATA_DIR: folder,
        DATABASE_URL: database?.url ?? "",
        ...environment,
      });
      started.push(gateway);
      return gateway;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((gateway) => gateway.end("SIGKILL")));
      await database?.release?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
