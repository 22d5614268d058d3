import { Session } from "node:inspector/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { isDrawn, parts, targets, type TargetName } from "../../fixtures/mutants/random.ts";
import { repository, sourcesOf } from "../code/edits.ts";
import { blamed } from "../mutant.ts";
import { START } from "./coverage.ts";
import { changesIn } from "./operators.ts";

// Plays all cases on a target without a mutant, and sends which kinds of them execute the places that can be changed.

const [name] = process.argv.slice(2) as [TargetName];
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const positions = new Map<string, number[]>();
for (const [folder, players] of Object.entries(parts))
  if (players.includes(name))
    for (const [file, text] of await sourcesOf(folder))
      if (isDrawn(file))
        positions.set(file, [...new Set(changesIn(text).map(({ start }) => start))]);
const executed: Record<string, Record<number, string[]>> = {};
const { start } = await targets[name]();
{
  await using running = await start([]);
  await record(START);
  const plays = await running.plays();
  // Recording takes longer than a case.
  for (const [kind, members] of Map.groupBy(plays, (play) => play.kind)) {
    for (const play of members) {
      // On a busy machine, a case may fail once.
      const first = await blamed([play]);
      const outcome =
        first.outcome === "killed" ? await blamed([{ ...play, run: () => play.run(2) }]) : first;
      if (outcome.outcome === "killed")
        throw new Error(`Without a mutant, ${name} fails ${outcome.caseId}: ${outcome.finding}`);
    }
    await record(kind);
  }
}
process.send?.(executed, () => process.exit());

/** Adds what was executed since the last time. Stripping types keeps all positions. */
async function record(group: string): Promise<void> {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  for (const { url, functions } of result) {
    const file = fileOf(url) ?? "";
    const ranges = functions.flatMap((found) => found.ranges);
    for (const position of positions.get(file) ?? []) {
      // The smallest part around the position says how often it was executed.
      const [smallest] = ranges
        .filter(({ startOffset, endOffset }) => startOffset <= position && position < endOffset)
        .sort(
          (left, right) =>
            left.endOffset - left.startOffset - (right.endOffset - right.startOffset),
        );
      if (smallest && smallest.count > 0) ((executed[file] ??= {})[position] ??= []).push(group);
    }
  }
}

/** The path in the repository of a module, or of its copy. */
function fileOf(url: string): string | undefined {
  if (!url.startsWith("file:") || url.includes("/node_modules/")) return undefined;
  const path = fileURLToPath(url);
  return /\/mutant-[^/]+\/(?<file>.+)/.exec(path)?.groups?.["file"] ?? relative(repository, path);
}
