import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";
import { follow } from "../../server/skeleton/testing/running-process.ts";

const root = resolve(import.meta.dirname, "../..");

/** Pays on a payment page with a documented test card and returns the next page. */
export async function payByCard(url: string): Promise<string> {
  expect(await (await fetch(url)).text()).toContain('<input name="cardNumber"');
  const paid = await fetch(url, {
    method: "POST",
    headers: { Origin: new URL(url).origin },
    body: new URLSearchParams({ cardNumber: await firstTestCard(), action: "pay" }),
  });
  return paid.text();
}

/** The first successful test card of docs/sandbox.md. */
async function firstTestCard(): Promise<string> {
  const text = await readFile(join(root, "docs", "sandbox.md"), "utf8");
  return /^\| `(\d{13,19})` .*\| success /m.exec(text)?.[1] ?? "";
}

/** Runs a command in the project folder, without the settings of whoever runs the tests. */
export function run(command: string, args: readonly string[], given: Record<string, string> = {}) {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(command, args, {
    cwd: root,
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...given },
    // The end signal goes to the process group, so that it also reaches processes that npm starts.
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const running = follow(child);
  const end = () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, "SIGTERM");
    return running.closed;
  };
  onTestFinished(async () => void (await end()));
  /** Waits for a text that matches and returns it. */
  const printed = async (pattern: RegExp) => (await running.printed(pattern))[0];
  return { end, printed };
}
