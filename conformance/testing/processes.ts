import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { takeTestDatabase } from "../../server/gateway/testing.ts";

/** A gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  /** A JWT of the demo partner. */
  readonly token: string;
  /** All that it has written so far, on standard output and standard error. */
  written(): string;
  /** Sends the signal and waits for the end. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/** A data folder, and a database where the run of the tests is on PostgreSQL, which processes share. */
export interface GatewayPlace extends AsyncDisposable {
  readonly folder: string;
  readonly databaseUrl: string | undefined;
  /** Starts one more gateway here, on a free port. */
  start(
    environment?: Readonly<Record<string, string>>,
  ): Promise<GatewayProcess>;
}

/** Makes a place for gateways; whatever still runs there at its end is killed. */
export async function makeGatewayPlace(): Promise<GatewayPlace> {
  const folder = await mkdtemp(join(tmpdir(), "gateways-"));
  const { url: databaseUrl, release } = await takeTestDatabase();
  const started: GatewayProcess[] = [];
  return {
    folder,
    databaseUrl,
    async start(environment) {
      const gateway = await startProcess({
        // The test runner sets a MODE of its own.
        MODE: "sandbox",
        PORT: "0",
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl ?? "",
        ...environment,
      });
      started.push(gateway);
      return gateway;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map((gateway) => gateway.end("SIGKILL")));
      await release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const main = resolve(import.meta.dirname, "../../server/gateway/main.ts");

async function startProcess(
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: string[] = [];
  const collect = (chunk: Buffer) => chunks.push(chunk.toString());
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const written = () => chunks.join("");
  const [url = "", token = ""] = await greeted(child, written);
  return {
    url,
    token,
    written,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill(signal);
      await exited;
    },
  };
}

/** The address and the JWT that a sandbox prints once it can be used. */
function greeted(
  child: ChildProcess,
  written: () => string,
): Promise<string[]> {
  const greeting = /at (http:\S+)[^]*Bearer ([\w.-]+)'[^]*\n/;
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      const found = greeting.exec(written());
      if (found) resolve(found.slice(1));
    });
    child.once("close", () => {
      reject(new Error(`The gateway did not start.\n${written()}`));
    });
  });
}
