/**
 * Installs the packages of folders that have a `package.json` and a lock of their own, so that `npm ci` installs only what
 * everybody runs. A folder that has the packages of its lock is left as it is.
 *
 *     node scripts/repository/install.ts bench docs/site
 */
import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { printLines } from "../cli/terminal/print.ts";

for (const folder of process.argv.slice(2)) {
  if (
    changedAt(folder, "node_modules/.package-lock.json") >= changedAt(folder, "package-lock.json")
  )
    continue;
  printLines([`Installing the packages of ${folder} ...`]);
  const { status } = spawnSync(
    "npm",
    [
      "ci",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      "--fetch-retries=1",
      "--fetch-retry-mintimeout=1000",
    ],
    { cwd: folder, stdio: "inherit" },
  );
  if (status === 0) continue;
  printLines([
    `The packages of ${folder} are not installed, and this command needs them. With a network, run: cd ${folder} && npm ci`,
  ]);
  process.exit(2);
}

function changedAt(folder: string, file: string): number {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
