import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { targets, type TargetName } from "../../fixtures/mutants/random.ts";
import { repository } from "../code/edits.ts";
import { blamed } from "../mutant.ts";
import type { ExecutedFunction } from "./coverage.ts";

// Plays all cases on a target without a mutant, and sends which code they execute.

const [name] = process.argv.slice(2) as [TargetName];
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { start } = await targets[name]();
{
  await using running = await start([]);
  for (const play of running.plays()) {
    // On a busy machine, a case may fail once.
    const first = await blamed([play]);
    const outcome = first.outcome === "killed" ? await blamed([play]) : first;
    if (outcome.outcome === "killed")
      throw new Error(`Without a mutant, ${name} fails ${outcome.caseId}: ${outcome.finding}`);
  }
}
const { result } = await session.post("Profiler.takePreciseCoverage");
const ranges = result.flatMap(({ url, functions }): ExecutedFunction[] => {
  const file = fileOf(url);
  return file === undefined ? [] : functions.map((executed) => ({ file, ranges: executed.ranges }));
});
process.send?.(ranges, () => process.exit());

/** The path in the repository of a module, or of its copy. */
function fileOf(url: string): string | undefined {
  if (!url.startsWith("file:") || url.includes("/node_modules/")) return undefined;
  const path = fileURLToPath(url);
  return /\/mutant-[^/]+\/(?<file>.+)/.exec(path)?.groups?.["file"] ?? relative(repository, path);
}
