import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";
import { follow } from "../../server/skeleton/testing/running-process.ts";

const root = resolve(import.meta.dirname, "../..");

/** Pays on a payment page with a documented test card and returns the next page. */
export async function payByCard(url: string): Promise<string> {
  const form = formOn(await (await fetch(url)).text());
  expect(form).toHaveProperty("cardNumber");
  const paid = await fetch(url, {
    method: "POST",
    headers: { Origin: new URL(url).origin },
    body: new URLSearchParams({ ...form, cardNumber: await firstTestCard(), action: "pay" }),
  });
  return paid.text();
}

/** The fields of a form: the first option of each choice, and empty texts. */
function formOn(page: string): Record<string, string> {
  const typed = [...page.matchAll(/<input\s[^>]*?name="(\w+)"/g)].map(([, name = ""]) => [
    name,
    "",
  ]);
  const chosen = [
    ...page.matchAll(/<select name="(\w+)"[^]*?<option value="([^"]+)"[^]*?<\/select>/g),
  ].map(([, name = "", value = ""]) => [name, value]);
  return Object.fromEntries([...typed, ...chosen]) as Record<string, string>;
}

/** The first successful test card of docs/sandbox.md. */
async function firstTestCard(): Promise<string> {
  const text = await readFile(join(root, "docs", "sandbox.md"), "utf8");
  return /^\| `(\d{13,19})` .*\| success /m.exec(text)?.[1] ?? "";
}

/** The environment variables of the gateway and the receiver. */
const settings: ReadonlySet<string> = new Set([
  "PORT",
  "HOST",
  "PUBLIC_URL",
  "DATA_DIR",
  "DATABASE_URL",
  "MODE",
  "MASTER_KEY",
  "MASTER_KEY_PREVIOUS",
  "METRICS_TOKEN",
  "ENGINE",
  "LOG_LEVEL",
  "PORT_RECEIVE",
  "RECEIVER_SECRET",
  "PORT_SHOP",
]);

/** Runs a command in the project folder. Of the variables above it gets only those in `given`. */
export function run(command: string, args: readonly string[], given: Record<string, string> = {}) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settings.has(name)),
  );
  const child = spawn(command, args, {
    cwd: root,
    env: { ...env, ...given },
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
