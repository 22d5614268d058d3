import { exampleCommand } from "./cli/example-command.ts";
import { readSettings, type Settings, SettingsError } from "./settings.ts";
import { STOP_PATIENCE_MS, stopOnSignal } from "./signals.ts";
import { type RunningGateway, startGateway } from "./start.ts";
import { OtherBuild } from "./storage/migrations.ts";
import { WrongMode } from "./storage/mode.ts";
import { DatabaseUnreachable } from "./storage/open.ts";
import { UnsuitableDatabase } from "./storage/postgres-session.ts";

try {
  const settings = readSettings(process.env, { serves: true });
  const starting = startGateway(settings);
  stopOnSignal(
    starting.then(({ close }) => close),
    { patienceMs: STOP_PATIENCE_MS + settings.drainSeconds * 1000 },
  );
  console.log(await greeting(settings, await starting));
} catch (error) {
  console.error(explain(error));
  process.exitCode = 2;
}

async function greeting({ mode }: Settings, { url, gateway }: RunningGateway): Promise<string> {
  const lines = [`Payment gateway (${mode}) at ${url}`, `Reference at ${url}/docs`];
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

function explain(error: unknown): unknown {
  if (
    [SettingsError, WrongMode, OtherBuild, UnsuitableDatabase].some(
      (Expected) => error instanceof Expected,
    )
  )
    return String(error instanceof Error && error.message);
  if (error instanceof DatabaseUnreachable)
    return `The gateway cannot start. ${error.message}. Check DATABASE_URL.`;
  if (error instanceof Error && "code" in error && error.code === "EADDRINUSE")
    return "The gateway cannot start: the port is in use. Set PORT to another one, for example PORT=3001.";
  return error;
}
