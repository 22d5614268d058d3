import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { jsonText } from "@contract-toolkit/kernel";
import { print, runCommand } from "./command.ts";
import { audit, type AuditReport } from "../domain/history-audit/audit.ts";
import { createSeal, MASTER_KEY_BYTES } from "../security/seal.ts";
import { readSettings } from "../settings.ts";
import { openStorage } from "../storage/open.ts";

const help = `Checks that the history of every record of the gateway leads to its state.
Reads the database of DATABASE_URL, or else the one in DATA_DIR (default .data). The gateway may be running.

  --json  print the report as JSON
  --help  print this help

Exit status: 0 no findings, 1 findings, 2 could not run.`;

await runCommand(help, async () => {
  const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
  const report = await auditDatabase();
  if (values.json) console.log(jsonText(report, 2));
  else print(linesOf(report));
  process.exitCode = report.findings.length === 0 ? 0 : 1;
});

async function auditDatabase(): Promise<AuditReport> {
  const { databaseUrl, dataDirectory, mode } = readSettings(process.env);
  const file = join(dataDirectory, "gateway.sqlite");
  if (databaseUrl === undefined && !existsSync(file))
    throw new Error(`There is no ${file}; name the gateway's data folder in DATA_DIR.`);
  // The audit reads nothing that is sealed, so any key works.
  const seal = createSeal(randomBytes(MASTER_KEY_BYTES));
  const { storeOf, close } = await openStorage(databaseUrl ?? file, { mode });
  try {
    return await audit({ store: storeOf(seal) });
  } finally {
    await close();
  }
}

function linesOf({ records, changes, findings }: AuditReport): string[] {
  return [
    ...findings.map(({ entity, recordId, problem }) => `${entity} ${recordId} ${problem}`),
    `${records} records, ${changes} changes, ${findings.length} findings`,
  ];
}
