import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "../code/edits.ts";
import type { Outcome } from "../mutant.ts";
import type { Attempt, Attempted } from "./attempt.ts";

/** Processes that play the cases on mutants. A mutant may end its process or never let it end. */
export interface Players extends AsyncDisposable {
  readonly attempt: (attempt: Attempt) => Promise<Outcome>;
}

/** A healthy target takes four minutes for all cases on a busy machine. */
const LIMIT_MS = 900_000;

/** A process keeps the modules of all its mutants in memory. */
const MOST_MUTANTS = 40;

interface Player {
  readonly child: ChildProcess;
  mutants: number;
}

export async function openPlayers(): Promise<Players> {
  const folder = await mkdtemp(join(tmpdir(), "random-mutants-"));
  const idle: Player[] = [];
  const fresh = (): Player => {
    const env = { ...process.env, TMPDIR: folder };
    const path = join(import.meta.dirname, "attempt.ts");
    return { child: fork(path, { cwd: repository, env, silent: true }), mutants: 0 };
  };
  const attemptWith = async (player: Player, attempt: Attempt): Promise<Attempted> => {
    const { child } = player;
    player.mutants += 1;
    const ended = new AbortController();
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(LIMIT_MS)]);
    child.once("exit", () => {
      ended.abort();
    });
    child.send(attempt);
    const outcome = await once(child, "message", { signal }).then(
      ([outcome]) => outcome as Attempted,
      (): Attempted => ({
        outcome: "killed",
        caseId: "all",
        finding: "the run did not end",
        isError: true,
      }),
    );
    const isReused =
      outcome.outcome === "survived" || (outcome.outcome === "killed" && !outcome.isError);
    if (isReused && player.mutants < MOST_MUTANTS) idle.push(player);
    else child.kill("SIGKILL");
    return outcome;
  };
  return {
    async attempt(attempt) {
      const first = await attemptWith(idle.pop() ?? fresh(), attempt);
      if (first.outcome !== "killed" || !first.isError) return first;
      return attemptWith(fresh(), attempt);
    },
    async [Symbol.asyncDispose]() {
      for (const { child } of idle) child.kill("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
