import { terminalText } from "@contract-toolkit/contract";
import type { RegisteredPartner } from "../../domain/partners/partner.ts";
import { openGateway } from "../open.ts";
import { readSettings } from "../settings.ts";
import { withCleanup } from "../../platform/concurrency/with-cleanup.ts";

/** Prints the help for `--help`, and otherwise does the work of a command. If it throws, the exit code is 2. */
export async function runCommand(help: string, work: () => Promise<void>): Promise<void> {
  const fail = (error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(terminalText(text.split("\n"), true));
    process.exitCode = 2;
  };
  // A reader such as `head` may end first. A secret that a full disk loses is not shown again.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") fail(error);
  });
  if (process.argv.includes("--help")) console.log(help);
  else await work().catch(fail);
}

/** Prints lines, with control characters of foreign text escaped. */
export function printPlainLines(lines: readonly string[]): void {
  process.stdout.write(terminalText(lines, true));
}

/**
 * Reads a partner from the gateway's database, which it does not change.
 *
 * @throws Error if there is no such partner
 */
export async function readStoredPartner(code: string): Promise<RegisteredPartner> {
  const settings = readSettings(process.env, { warn: console.error });
  const { gateway, close } = await openGateway(settings, undefined, "read");
  return withCleanup(async () => {
    const found = await gateway.store.partners.find(code);
    if (found === undefined) throw new Error(`There is no partner ${code}.`);
    return found;
  }, close);
}
