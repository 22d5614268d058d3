import { exampleCommand, type ExampleShop } from "./commands/example-command.ts";
import { createLog } from "../http/observability/log.ts";
import { nameSettings, OperatorError } from "../platform/operator-error.ts";
import { readSettings, type Settings, storageName } from "./settings.ts";
import { STOP_PATIENCE_MS, stopOnSignal } from "./signals.ts";
import { type RunningGateway, startGateway } from "./start.ts";

/** How a running gateway greets its user. */
export interface Greeting {
  /** The shop of the example, whose order can be paid. */
  readonly shopAt: (url: string) => ExampleShop;
  /** How to see the callback of the example. */
  readonly callbacksAt: (url: string) => string;
  /** How the user names the settings. Default: as environment variables. */
  readonly settingNames?: Readonly<Record<string, string>>;
}

/** Runs a gateway until a signal ends the process. If it cannot start, it prints why, and the exit code is 2. */
export async function runGateway(
  environment: Parameters<typeof readSettings>[0],
  greeting: Greeting,
): Promise<void> {
  try {
    const settings = readSettings(environment, { serves: true, warn: console.error });
    const log = createLog(settings.logLevel);
    log.info({ mode: settings.mode, storage: storageName(settings) }, "starting");
    const starting = startGateway(settings, log);
    stopOnSignal(
      starting.then(({ close }) => close),
      { patienceMs: STOP_PATIENCE_MS + settings.drainSeconds * 1000 },
    );
    console.log(await greetingText(settings, await starting, greeting));
  } catch (error) {
    // Any other error is a fault of the program, which its stack helps to find.
    console.error(
      error instanceof OperatorError
        ? nameSettings(error.message, greeting.settingNames ?? {})
        : error,
    );
    process.exitCode = 2;
  }
}

async function greetingText(
  { mode }: Settings,
  { url, gateway }: RunningGateway,
  { shopAt, callbacksAt }: Greeting,
): Promise<string> {
  const lines = [`Payment gateway (${mode}) at ${url}`];
  if (process.env["CONTRACT_DEV_RESTART"]) return lines.join();
  lines.push(`Reference at ${url}/docs`);
  if (mode === "sandbox") lines.push(`Console at ${url}/console, first steps at ${url}/`);
  const command = mode === "sandbox" ? await exampleCommand(gateway, url, shopAt(url)) : undefined;
  if (command !== undefined)
    lines.push(
      "",
      `Make a payment order as the demo partner, and pay it at its payment.url. ${callbacksAt(url)}`,
      "",
      command,
    );
  return [...lines, ""].join("\n");
}
