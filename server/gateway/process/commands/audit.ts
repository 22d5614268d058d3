import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { printableJson } from "@contract-toolkit/contract";
import { printPlainLines, runCommand } from "./command.ts";
import { audit, type AuditReport } from "../../domain/history/audit.ts";
import { createCipher, MASTER_KEY_BYTES } from "../../platform/security/cipher.ts";
import { databaseFile, readSettings, type Settings, storageName } from "../settings.ts";
import { openStorage } from "../../storage/open.ts";
import { withCleanup } from "../../platform/concurrency/with-cleanup.ts";

const help = `Checks that the history of every record of the gateway leads to its state.
Reads the database of DATABASE_URL, or else the one in DATA_DIR (default .data), and changes nothing. The gateway may be
running.

  --json  print the report as JSON
  --help  print this help

Exit status: 0 no findings, 1 findings, 2 could not run.`;

await runCommand(help, async () => {
  const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
  const settings = readSettings(process.env, { warn: console.error });
  const report = { database: storageName(settings), ...(await auditDatabase(settings)) };
  if (values.json) console.log(printableJson(report, 2));
  else printPlainLines(listAuditLines(report));
  process.exitCode = report.findings.length === 0 ? 0 : 1;
});

async function auditDatabase({ databaseUrl, dataDirectory, mode }: Settings): Promise<AuditReport> {
  // The audit reads nothing that is encrypted, so any key works.
  const cipher = createCipher(randomBytes(MASTER_KEY_BYTES));
  const location = databaseUrl ?? databaseFile(dataDirectory);
  const { storeOf, close } = await openStorage(location, { mode, access: "read" });
  return withCleanup(() => audit({ store: storeOf(cipher) }), close);
}

function listAuditLines({
  database,
  records,
  changes,
  findings,
}: AuditReport & { database: string }) {
  return [
    ...findings.map(({ entity, recordId, problem }) => `${entity} ${recordId} ${problem}`),
    `${records} records, ${changes} changes, ${findings.length} findings in ${database}`,
  ];
}
