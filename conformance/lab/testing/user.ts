import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, onTestFinished } from "vitest";
import { follow } from "../../../server/skeleton/testing/running-process.ts";

const root = resolve(import.meta.dirname, "../../..");

/** Pays on a page with a card that the sandbox documents, and returns the page that comes then. */
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

/** What a customer sends who chooses the first of whatever is offered, and types nothing. */
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

/** The first of the cards in the document that the README names. */
async function firstTestCard(): Promise<string> {
  const text = await readFile(join(root, "docs", "sandbox.md"), "utf8");
  return /^\| `(\d{13,19})` .*\| success /m.exec(text)?.[1] ?? "";
}

/** What the gateway and the receiver read from their environment. */
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

/** Runs a command as a user does: in the project, with none of the variables that it reads but those given. */
export function run(command: string, args: readonly string[], given: Record<string, string> = {}) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settings.has(name)),
  );
  const child = spawn(command, args, {
    cwd: root,
    env: { ...env, ...given },
    // A group of its own, so that the end reaches what npm has started as well.
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
  /** The first part of what it prints that looks like this. */
  const printed = async (pattern: RegExp) => (await running.printed(pattern))[0];
  return { end, printed };
}
