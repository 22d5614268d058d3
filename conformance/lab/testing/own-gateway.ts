import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  startGatewayProcess,
  type GatewayProcess,
} from "../../../server/gateway/testing/gateway-process.ts";

/** A sandbox gateway in a process and a data folder of its own, which go at the end of its scope. */
export interface OwnGateway extends GatewayProcess {
  readonly folder: string;
}

/** Starts one on a free port, on SQLite. */
export async function startOwnGateway(
  environment: Readonly<Record<string, string>>,
): Promise<OwnGateway> {
  const folder = await mkdtemp(join(tmpdir(), "own-gateway-"));
  const settings = { MODE: "sandbox", PORT: "0", DATA_DIR: folder, DATABASE_URL: "" };
  const gateway = await startGatewayProcess({ ...settings, ...environment });
  return {
    ...gateway,
    folder,
    async [Symbol.asyncDispose]() {
      await gateway.end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
