import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import type { TargetName } from "../../fixtures/mutants/random.ts";

/** The kinds of cases of a target that execute the code at a position of a file when it has no mutant. */
export type Coverage = (
  target: TargetName,
  file: string,
  position: number,
) => Promise<readonly string[]>;

/** Kinds of cases by file and position. */
export type Executed = Readonly<Record<string, Readonly<Record<number, readonly string[]>>>>;

/** What is executed before the first case. All cases depend on it. */
export const START = "start";

/** Records the coverage of a target when it is first asked for, or reads it from a file beside the results. */
export function openCoverage(
  fork: (module: string, args: readonly string[]) => ChildProcess,
  results: string,
): Coverage {
  const recorded = new Map<TargetName, Promise<Executed>>();
  const record = async (target: TargetName): Promise<Executed> => {
    const file = `${results}.${target}.json`;
    const earlier = await readFile(file, "utf8").catch(() => undefined);
    if (earlier !== undefined) return JSON.parse(earlier) as Executed;
    const child = fork("record-coverage.ts", [target]);
    const ended = new AbortController();
    child.once("exit", () => {
      ended.abort();
    });
    const [executed] = (await once(child, "message", ended)) as [Executed];
    await writeFile(file, JSON.stringify(executed)).catch(() => undefined);
    return executed;
  };
  return async (target, file, position) => {
    const recording = recorded.get(target) ?? record(target);
    recorded.set(target, recording);
    return (await recording)[file]?.[position] ?? [];
  };
}
