import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

test(
  "the README's story: start, paste the line, pay with a test card, see the callback",
  { timeout: 120_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "readme-"));
    const gateway = run("npm", ["start"], { DATA_DIR: folder, PORT: "0" });
    const line = await gateway.printed(/^curl .*$/m);
    const receiver = run("npm", ["run", "receive"], { DATA_DIR: folder, PORT_RECEIVE: "0" });
    const receiverUrl = await receiver.printed(/http:\/\/127\.0\.0\.1:\d+/);

    // Elsewhere the receiver listens on the port that the line names; here that may be taken.
    expect(line).toContain("http://127.0.0.1:4000/");
    const pasted = run("sh", ["-c", line.replaceAll("http://127.0.0.1:4000", receiverUrl)]);
    const answer = await pasted.printed(/^\{.*\}$/m);
    const { transaction, payment } = JSON.parse(answer) as {
      transaction: { transactionId: string; status: string };
      payment: { url: string };
    };
    expect(transaction.status).toBe("pending");

    const form = formOn(await (await fetch(payment.url)).text());
    expect(form).toHaveProperty("cardNumber");
    const paid = await fetch(payment.url, {
      method: "POST",
      headers: { Origin: new URL(payment.url).origin },
      body: new URLSearchParams({ ...form, cardNumber: await firstTestCard(), action: "pay" }),
    });
    const page = await paid.text();
    expect(page).toContain(`class="success"`);
    const [, onward = ""] = /http-equiv="refresh" content="5;url=([^"]*)"/.exec(page) ?? [];
    expect((await fetch(onward)).status).toBe(200);

    const callback = await receiver.printed(/order\.payment .*genuine\)[^]*"transactionId.*$/m);
    expect(callback).toContain("order.payment success");
    expect(callback).toContain(transaction.transactionId);

    await Promise.all([gateway.end(), receiver.end()]);
    await rm(folder, { recursive: true });
  },
);

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
]);

/** Runs a command as a user does: in the project, with none of the variables that it reads but those given. */
function run(command: string, args: readonly string[], given: Record<string, string> = {}) {
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
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const closed = once(child, "close");
  const end = async () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, "SIGTERM");
    await closed;
  };
  onTestFinished(end);
  return {
    end,
    /** The first part of what it prints that looks like this. */
    async printed(pattern: RegExp): Promise<string> {
      await expect.poll(() => text, { timeout: 60_000 }).toMatch(pattern);
      return pattern.exec(text)?.[0] ?? "";
    },
  };
}
