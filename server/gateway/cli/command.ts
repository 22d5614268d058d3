import { terminalText } from "@contract-toolkit/kernel";
import type { RegisteredPartner } from "../domain/partners/partner.ts";
import { openGateway } from "../open.ts";
import { readSettings } from "../settings.ts";

/** Runs a command: prints its help for `--help`, otherwise does its work. The exit code is 2 when that throws. */
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

/** Prints lines, whatever others wrote in them. */
export function print(lines: readonly string[]): void {
  process.stdout.write(terminalText(lines, true));
}

/**
 * Reads a partner from the gateway's database.
 *
 * @param options see `openGateway`
 * @throws Error when there is no such partner
 */
export async function readPartner(
  code: string,
  options: Parameters<typeof openGateway>[2] = {},
): Promise<RegisteredPartner> {
  const { gateway, close } = await openGateway(readSettings(process.env), undefined, options);
  try {
    const found = await gateway.store.partners.find(code);
    if (found === undefined) throw new Error(`There is no partner ${code}.`);
    return found;
  } finally {
    await close();
  }
}
