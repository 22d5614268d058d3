import { parseArgs } from "node:util";
import { printPlainLines, runCommand } from "./command.ts";
import { databaseFile, readSettings } from "../settings.ts";
import { backUpSqlite } from "../../storage/sqlite/backup.ts";

const help = `npm run backup -- FILE

Writes a copy of the SQLite database in DATA_DIR (default .data) to FILE, which must not exist. The gateway may be running: the
copy has everything that was acknowledged before the command began. FILE does not contain the master key. Keep that elsewhere.

  --help  print this help

Exit status: 0 written and checked, 2 could not run.`;

await runCommand(help, async () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [target = "", ...further] = positionals;
  if (target === "" || further.length > 0) throw new Error("Name one FILE.");
  const { databaseUrl, dataDirectory } = readSettings(process.env, { warn: console.error });
  if (databaseUrl !== undefined)
    throw new Error(
      "The database is PostgreSQL. Back it up with its own programs, see docs/operations.md.",
    );
  const bytes = await backUpSqlite(databaseFile(dataDirectory), target);
  printPlainLines([`Wrote ${bytes} bytes to ${target}.`]);
});
