import { exampleCommand } from "./cli/example-command.ts";
import { createLog } from "./observability/log.ts";
import { OperatorError } from "./operator-error.ts";
import { readSettings, type Settings, storageName } from "./settings.ts";
import { STOP_PATIENCE_MS, stopOnSignal } from "./signals.ts";
import { type RunningGateway, startGateway } from "./start.ts";

try {
  const settings = readSettings(process.env, { serves: true, warn: console.error });
  const log = createLog(settings.logLevel);
  log.info({ mode: settings.mode, storage: storageName(settings) }, "starting");
  const starting = startGateway(settings, log);
  stopOnSignal(
    starting.then(({ close }) => close),
    { patienceMs: STOP_PATIENCE_MS + settings.drainSeconds * 1000 },
  );
  console.log(await greeting(settings, await starting));
} catch (error) {
  // Any other error is a fault of the program, which its stack helps to find.
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 2;
}

async function greeting({ mode }: Settings, { url, gateway }: RunningGateway): Promise<string> {
  const lines = [`Payment gateway (${mode}) at ${url}`];
  if (process.env["CONTRACT_DEV_RESTART"]) return lines.join();
  lines.push(`Reference at ${url}/docs`);
  if (mode === "sandbox") lines.push(`Console at ${url}/console, first steps at ${url}/`);
  const command = mode === "sandbox" ? await exampleCommand(gateway, url) : undefined;
  if (command !== undefined)
    lines.push(
      "",
      "Receive its callback, in another terminal: npm run receive",
      "Make a payment order as the demo partner, and pay it at its payment.url:",
      "",
      command,
    );
  return [...lines, ""].join("\n");
}
