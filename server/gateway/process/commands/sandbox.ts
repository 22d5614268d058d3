#!/usr/bin/env node
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const help = `Runs a sandbox of the payment gateway until it is ended with Ctrl+C.

  --port N            port to listen on; 0: any free one          (default: PORT, or 3000)
  --host ADDRESS      address to listen on                        (default: 127.0.0.1)
  --public-url URL    where customers and partners reach it       (default: where it listens)
  --data FOLDER       keep the data in this folder                (default: a temporary one)
  --postgres URL      keep the data in this PostgreSQL database; needs --data for the key that encrypts
  --seed FILE         partners, banks and cards, in YAML or JSON
  --help              print this help

Of the environment only PORT is read. Exit status: 0 ended by a signal, 2 could not start.`;

// Older versions crash in the database, so nothing else is loaded before this check.
if (process.versions.node.localeCompare("22.13", undefined, { numeric: true }) < 0) {
  console.error(
    `payment-gateway-sandbox needs Node.js 22.13 or later, and this is ${process.version}. Run it with a newer one: npx -p node@24 -p payment-gateway-sandbox payment-gateway-sandbox`,
  );
  process.exit(2);
}
const { runGateway } = await import("../run.ts");
const { runCommand } = await import("./command.ts");

/** Options by the settings that they set. */
const options = {
  PORT: "port",
  HOST: "host",
  PUBLIC_URL: "public-url",
  DATA_DIR: "data",
  DATABASE_URL: "postgres",
  SEED_FILE: "seed",
} as const;

await runCommand(help, async () => {
  const { values } = parseArgs({
    options: {
      port: { type: "string", default: process.env["PORT"] ?? "3000" },
      host: { type: "string" },
      "public-url": { type: "string" },
      data: { type: "string" },
      postgres: { type: "string" },
      seed: { type: "string" },
    },
  });
  const { postgres, data = postgres === undefined ? temporaryFolder() : undefined } = values;
  if (data === undefined)
    throw new Error(
      "--postgres needs --data FOLDER, in which the key is kept that encrypts what is in the database.",
    );
  const given = Object.entries(options).map(
    ([setting, option]) => [setting, { ...values, data }[option]] as const,
  );
  const settings = { MODE: "sandbox", LOG_LEVEL: "warn", ...Object.fromEntries(given) };
  await runGateway(settings, {
    shopAt: (url) => ({ notifyUrl: `${url}/console/inbox`, redirectUrl: `${url}/console` }),
    callbacksAt: (url) => `Its callback is shown at ${url}/console/callbacks`,
    settingNames: Object.fromEntries(
      Object.entries(options).map(([setting, option]) => [setting, `--${option}`]),
    ),
  });
});

/** A folder that is removed at the end of the process. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "payment-gateway-sandbox-"));
  process.once("exit", () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
