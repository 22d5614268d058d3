import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { GatewayCluster } from "../../testing/gateway-cluster.ts";

/** Where a gateway keeps its records. */
export type RecordPlace = Pick<GatewayCluster, "folder" | "databaseUrl">;

const world = pathToFileURL(resolve(import.meta.dirname, "faulty-world.ts")).href;

/** The environment of a gateway with a bank and name servers that fail. */
export const faultyWorld = { NODE_OPTIONS: `--import=${world}` };

const auditCommand = resolve(import.meta.dirname, "../../../../server/gateway/cli/audit.ts");

/** What the audit command finds in the records of a sandbox. */
export async function findingsOfAudit(place: RecordPlace): Promise<readonly unknown[]> {
  const env = {
    ...process.env,
    MODE: "sandbox",
    DATA_DIR: place.folder,
    DATABASE_URL: place.databaseUrl ?? "",
  };
  const { stdout } = await promisify(execFile)(process.execPath, [auditCommand, "--json"], { env });
  return (JSON.parse(stdout) as { findings: unknown[] }).findings;
}
