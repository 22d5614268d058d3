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
  const running = startMeasured(script, [join(folder, "catalogue"), engine, planted], process.env);
  const [, url = ""] = await running.printed(/at (\S+) /);
  return { ...running, url: new URL(url), headers: {} };
}
