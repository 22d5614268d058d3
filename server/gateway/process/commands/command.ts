import { terminalText } from "@contract-toolkit/contract";
import type { RegisteredPartner } from "../../domain/partners/partner.ts";
import { openGateway } from "../open.ts";
import { readSettings } from "../settings.ts";
import { withCleanup } from "../../platform/concurrency/with-cleanup.ts";

/** Prints the help for `--help`, and otherwise does the work of a command. If it throws, the exit code is 2. */
export async function runCommand(help: string, work: () => Promise<void>): Promise<void> {
  try {
    if (process.argv.includes("--help")) console.log(help);
    else await work();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(terminalText(text.split("\n"), true));
    process.exitCode = 2;
  }
}

/** Prints lines, with control characters of foreign text escaped. */
export function printPlainLines(lines: readonly string[]): void {
  // The console ignores a reader, such as `head`, that ends first.
  console.log(terminalText(lines, true).replace(/\n$/, ""));
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
