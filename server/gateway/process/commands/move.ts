import { parseArgs } from "node:util";
import { printPlainLines, runCommand } from "./command.ts";
import { databaseFile, readSettings, storageName } from "../settings.ts";
import { copyDatabase } from "../../storage/copy-database.ts";

const help = `Copies the SQLite database in DATA_DIR (default .data) to the empty PostgreSQL database of DATABASE_URL.
Stop the gateway first. Afterwards start it with DATABASE_URL. The SQLite database is left as it is, so you can go back as long
as the new one has taken no order.

  --help  print this help

Exit status: 0 copied, 2 could not run; then nothing was copied.`;

await runCommand(help, async () => {
  parseArgs({ options: {} });
  const settings = readSettings(process.env, { warn: console.error });
  const { databaseUrl, dataDirectory, mode } = settings;
  if (databaseUrl === undefined) throw new Error("DATABASE_URL is required: where to copy to.");
  const path = databaseFile(dataDirectory);
  const counts = await copyDatabase(path, databaseUrl, mode);
  printPlainLines([
    ...Object.entries(counts).map(([table, rows]) => `${table} ${rows}`),
    `Copied ${path} to ${storageName(settings)}.`,
  ]);
});
