import { Session, type Profiler } from "node:inspector/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Play } from "../mutant.ts";
import type { Place } from "./edits.ts";

/** Whether a case runs the code of a place, so that it may notice a fault there. */
export type Reaches = (caseId: string, place: Place) => boolean;

/** What is played, and the folder whose code it runs, in this process. */
interface Played extends AsyncDisposable {
  readonly root: string;
  plays(): Iterable<Play>;
}

/** The functions of each file that ran, with their blocks. */
type Ran = ReadonlyMap<string, readonly Profiler.FunctionCoverage[]>;

/** Plays all cases on a healthy implementation and keeps which blocks of its code each of them runs. */
export async function reachedBy(start: () => Promise<Played>): Promise<Reaches> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await using started = await start();
  const urlOf = (file: string) => pathToFileURL(join(started.root, file)).href;
  /** Of each file, all functions that ever ran, by where they begin. */
  const known = new Map<string, Map<number, Profiler.CoverageRange>>();
  /** What ran since this was asked last. */
  const taken = async (): Promise<Ran> => {
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const own = result.filter(({ url }) => url.startsWith(urlOf("")));
    for (const { url, functions } of own) {
      const all = functions.flatMap(({ ranges: [whole] }) => whole ?? []);
      const before = known.get(url) ?? [];
      known.set(url, new Map([...before, ...all.map((each) => [each.startOffset, each] as const)]));
    }
    return new Map(own.map(({ url, functions }) => [url, functions]));
  };
  const atStart = await taken();
  const byCase = new Map<string, Ran>();
  for (const { id, run } of started.plays()) {
    await taken();
    await run();
    byCase.set(id, await taken());
  }
  session.disconnect();
  return (caseId, { file, start: place }) => {
    const url = urlOf(file);
    const functions = [...(known.get(url)?.values() ?? [])];
    const within = innermost(functions, place);
    // The whole module is a function, too: what runs when it is loaded may concern any case.
    if (!within || within.startOffset === 0) return true;
    return [atStart, byCase.get(caseId)].some((ran) => {
      const own = ran
        ?.get(url)
        ?.find(({ ranges: [whole] }) => whole?.startOffset === within.startOffset);
      return (innermost(own?.ranges, place)?.count ?? 0) > 0;
    });
  };
}

/** The smallest of some blocks that has a place. */
function innermost(
  ranges: readonly Profiler.CoverageRange[] = [],
  place: number,
): Profiler.CoverageRange | undefined {
  const size = ({ startOffset, endOffset }: Profiler.CoverageRange) => endOffset - startOffset;
  return ranges
    .filter(({ startOffset, endOffset }) => startOffset <= place && place < endOffset)
    .sort((one, other) => size(one) - size(other))[0];
}
