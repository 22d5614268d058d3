import { once } from "node:events";
import { join, resolve } from "node:path";
import type { MeasuredServer } from "../../complexity/measure.ts";
import { startMeasured } from "../../../../server/skeleton/testing/measured-process.ts";

/** The library service's catalogue in a process of its own. */
export type MeasuredLibrary = MeasuredServer & AsyncDisposable;

const script = resolve(import.meta.dirname, "process.ts");

/**
 * Serves the catalogue that was generated into a folder.
 *
 * @param planted a fault of `process.ts`
 */
export async function startMeasuredLibrary(
  folder: string,
  engine: string,
  planted = "",
): Promise<MeasuredLibrary> {
  const args = [join(folder, "catalogue"), engine, planted];
  const { child, processorTime } = startMeasured(script, args, process.env);
  let written = "";
  child.stderr?.on("data", (chunk: Buffer) => (written += chunk.toString()));
  const url = await new Promise<URL>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      written += chunk.toString();
      const [, found] = /at (\S+) /.exec(written) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
    child.once("close", () => {
      reject(new Error(`The catalogue did not start.\n${written}`));
    });
  });
  return {
    url,
    headers: {},
    processorTime,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}
