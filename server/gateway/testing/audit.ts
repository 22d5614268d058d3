import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { GatewayCluster } from "./gateway-cluster.ts";

/** The data folder and database of a gateway. */
export type RecordPlace = Pick<GatewayCluster, "folder" | "databaseUrl">;

/** The JSON output of the audit command. */
export interface AuditReport {
  readonly records: number;
  readonly findings: readonly unknown[];
}

const command = resolve(import.meta.dirname, "../process/commands/audit.ts");

/**
 * Runs the audit command on the records of a sandbox.
 *
 * @throws Error with the command's output when the audit finds something
 */
export async function auditOf({ folder, databaseUrl = "" }: RecordPlace): Promise<AuditReport> {
  const place = { MODE: "sandbox", DATA_DIR: folder, DATABASE_URL: databaseUrl };
  const env = { ...process.env, ...place };
  const { stdout } = await promisify(execFile)(process.execPath, [command, "--json"], { env });
  return JSON.parse(stdout) as AuditReport;
}
