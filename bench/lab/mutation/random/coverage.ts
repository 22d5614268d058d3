import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { TargetName } from "../../fixtures/mutants/random.ts";
import type { Players } from "./players.ts";

/** Whether the cases of a target execute the code at a position of a file when it has no mutant. */
export type Coverage = (target: TargetName, file: string, position: number) => Promise<boolean>;

/** A function of a file that was loaded, with how often its parts were executed. */
export interface ExecutedFunction {
  readonly file: string;
  readonly ranges: readonly {
    readonly startOffset: number;
    readonly endOffset: number;
    readonly count: number;
  }[];
}

/** Records the coverage of a target when it is first asked for. Stripping types keeps all positions. */
export function openCoverage({ fork }: Players): Coverage {
  const recorded = new Map<TargetName, Promise<ReadonlyMap<string, ExecutedFunction[]>>>();
  return async (target, file, position) => {
    const recording = recorded.get(target) ?? record(fork("record-coverage.ts", [target]));
    recorded.set(target, recording);
    const functions = (await recording).get(file) ?? [];
    // The smallest part around the position says how often it was executed.
    const around = functions
      .flatMap(({ ranges }) => ranges)
      .filter(({ startOffset, endOffset }) => startOffset <= position && position < endOffset)
      .map(({ startOffset, endOffset, count }) => ({ length: endOffset - startOffset, count }));
    const smallest = Math.min(...around.map(({ length }) => length));
    return around.some(({ length, count }) => length === smallest && count > 0);
  };
}

async function record(child: ChildProcess): Promise<ReadonlyMap<string, ExecutedFunction[]>> {
  const ended = new AbortController();
  child.once("exit", () => {
    ended.abort();
  });
  const [functions] = (await once(child, "message", ended)) as [ExecutedFunction[]];
  return Map.groupBy(functions, ({ file }) => file);
}
