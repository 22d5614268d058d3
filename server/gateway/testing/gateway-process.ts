import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { startMeasured } from "../../skeleton/testing/measured-process.ts";

/** A gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  /** A JWT of the demo partner. */
  readonly token: string;
  readonly pid: number | undefined;
  /** All that it has written so far, on standard output and standard error. */
  written(): string;
  /** Processor time that it has taken since its start, in microseconds. */
  readonly processorTime: () => Promise<number>;
  /** Sends the signal, waits for the end, and tells the exit code; null: the signal ended it. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

const main = resolve(import.meta.dirname, "../main.ts");

/** Starts a gateway and waits until it can be used. */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<GatewayProcess> {
  const { child, processorTime } = startMeasured(main, [], { ...process.env, ...environment });
  const chunks: string[] = [];
  const collect = (chunk: Buffer) => chunks.push(chunk.toString());
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const written = () => chunks.join("");
  const [url = "", token = ""] = await greeted(child, written);
  return {
    url,
    token,
    pid: child.pid,
    written,
    processorTime,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, "exit");
        child.kill(signal);
        await exited;
      }
      return child.exitCode;
    },
  };
}

/** The address and the JWT that a sandbox prints once it can be used. */
function greeted(child: ChildProcess, written: () => string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", () => {
      // What follows the last line break has not been written to its end.
      const lines = written().split("\n").slice(0, -1);
      const at = lines.find((line) => line.startsWith("Payment gateway "));
      const command = lines.find((line) => line.startsWith("curl "));
      if (at === undefined || command === undefined) return;
      resolve([between(at, " at ", " "), between(command, "Bearer ", "'")]);
    });
    child.once("close", () => {
      reject(new Error(`The gateway did not start.\n${written()}`));
    });
  });
}

function between(text: string, before: string, after: string): string {
  return text.split(before)[1]?.split(after)[0] ?? "";
}
